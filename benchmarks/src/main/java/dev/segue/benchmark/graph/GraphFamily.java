// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The family of benchmarks that serialize objects.
public final class GraphFamily implements Family {
  @Override
  public Optional<String> absence(Map<String, String> params) {
    return GraphLibraries.absence(
        params.getOrDefault("library", ""),
        Boolean.parseBoolean(params.get("references")),
        "COMPATIBLE".equals(params.get("schema")));
  }

  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return GraphLibraries.jvmFlags(params.getOrDefault("library", ""));
  }
}
