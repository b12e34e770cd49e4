// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import dev.segue.benchmark.graph.GraphLibraries;
import dev.segue.benchmark.launch.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The family of benchmarks with large contents.
public final class ZeroCopyFamily implements Family {
  private static final String SMALLEST = "200";

  @Override
  public Optional<String> absence(Map<String, String> params) {
    boolean copy = Boolean.parseBoolean(params.getOrDefault("copy", "false"));
    return ZeroCopyLibraries.absence(params.getOrDefault("library", ""), copy);
  }

  /// The same flags as for other objects, except that FST accesses the fields of buffers even if it
  /// has a serializer for them.
  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    String library = params.getOrDefault("library", "");
    var flags = new ArrayList<>(GraphLibraries.jvmFlags(library));
    if (library.equals("fst")) {
      flags.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    }
    return flags;
  }

  @Override
  public boolean isQuick(Map<String, String> params) {
    return params.getOrDefault("arraySize", SMALLEST).equals(SMALLEST);
  }
}
