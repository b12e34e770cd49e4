// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.everyday;

import dev.segue.benchmark.graph.GraphLibraries;
import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The cases of benchmarks of everyday types.
public final class EverydayFamily implements Family {
  @Override
  public Optional<String> absence(Map<String, String> params) {
    return Optional.empty();
  }

  /// The same flags as for any other object.
  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return GraphLibraries.jvmFlags(params.getOrDefault("library", ""));
  }
}
