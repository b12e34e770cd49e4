// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import dev.segue.benchmark.graph.GraphFamily;
import dev.segue.benchmark.launch.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The cases of benchmarks of large contents.
public final class ZeroCopyFamily implements Family {
  private static final String SMALLEST = "200";

  private final Family graphs = new GraphFamily();

  @Override
  public Optional<String> absence(Map<String, String> params) {
    boolean copy = Boolean.parseBoolean(params.getOrDefault("copy", "false"));
    return ZeroCopyLibraries.absence(params.getOrDefault("library", ""), copy);
  }

  /// The same flags as for any other object; but FST accesses the fields of buffers even if it has
  /// a serializer for them.
  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    var flags = new ArrayList<>(graphs.jvmFlags(params));
    if (params.getOrDefault("library", "").equals("fst")) {
      flags.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    }
    return flags;
  }

  @Override
  public boolean isQuick(Map<String, String> params) {
    return params.getOrDefault("arraySize", SMALLEST).equals(SMALLEST);
  }
}
