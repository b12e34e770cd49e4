// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.jdktype;

import dev.segue.benchmark.graph.GraphFamily;
import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The cases of benchmarks of single JDK types.
public final class JdkTypeFamily implements Family {
  private final Family graphs = new GraphFamily();

  @Override
  public Optional<String> absence(Map<String, String> params) {
    return Optional.empty();
  }

  /// The same flags as for any other object.
  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return graphs.jvmFlags(Map.of("library", params.getOrDefault("library", "")));
  }

  /// Only one of them is quick: the tests cover all.
  @Override
  public boolean isQuick(Map<String, String> params) {
    return JdkType.LOCALE.name().equals(params.get("object"));
  }
}
