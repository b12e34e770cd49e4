// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The family of cold-start benchmarks. If the name of a library ends in `-aot`, its JVM starts
/// with an AOT cache that an earlier cold start has created.
public final class ColdFamily implements Family {
  private static final String WITH_CACHE = "-aot";
  private static final Family GRAPHS = new GraphFamily();

  /// Returns the name of the library without the suffix.
  public static String library(String name) {
    return name.endsWith(WITH_CACHE)
        ? name.substring(0, name.length() - WITH_CACHE.length())
        : name;
  }

  private static Map<String, String> plain(Map<String, String> params) {
    return Map.of("library", library(params.getOrDefault("library", "")));
  }

  @Override
  public Optional<String> absence(Map<String, String> params) {
    return GRAPHS.absence(plain(params));
  }

  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return GRAPHS.jvmFlags(plain(params));
  }

  @Override
  public List<String> aotTraining(Map<String, String> params) {
    String name = params.getOrDefault("library", "");
    return name.endsWith(WITH_CACHE)
        ? List.of(
            FirstRoundTrip.class.getName(), library(name), params.getOrDefault("object", "STRUCT"))
        : List.of();
  }
}
