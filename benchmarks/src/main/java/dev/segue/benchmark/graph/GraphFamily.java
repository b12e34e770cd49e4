// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The cases of benchmarks that serialize object graphs.
public final class GraphFamily implements Family {
  @Override
  public Optional<String> absence(Map<String, String> params) {
    GraphCase graphCase = GraphCase.of(params);
    return GraphLibraries.named(graphCase.library()).absence(graphCase);
  }

  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return GraphLibraries.named(GraphCase.of(params).library()).jvmFlags();
  }
}
