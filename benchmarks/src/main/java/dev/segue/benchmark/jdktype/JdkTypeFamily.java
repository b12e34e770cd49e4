// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.jdktype;

import dev.segue.benchmark.graph.GraphFamily;
import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is known about the cases of benchmarks of the JDK's types one by one.
public final class JdkTypeFamily implements Family {
  private final Family graphs = new GraphFamily();

  @Override
  public Optional<String> absence(Map<String, String> params) {
    return Optional.empty();
  }

  /// The same as for any other object.
  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return graphs.jvmFlags(Map.of("library", params.getOrDefault("library", "")));
  }

  /// One of them: the tests have them all.
  @Override
  public boolean isQuick(Map<String, String> params) {
    return JdkType.LOCALE.name().equals(params.get("object"));
  }
}
