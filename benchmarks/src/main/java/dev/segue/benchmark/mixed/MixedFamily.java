// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import dev.segue.benchmark.graph.ForyCodec;
import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The cases of benchmarks with unseen classes.
public final class MixedFamily implements Family {
  @Override
  public Optional<String> absence(Map<String, String> params) {
    return Optional.empty();
  }

  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return switch (params.getOrDefault("library", "")) {
      case "segue" -> List.of("--enable-native-access=ALL-UNNAMED");
      case "fory" -> ForyCodec.JVM_FLAGS;
      default -> List.of("--sun-misc-unsafe-memory-access=allow");
    };
  }
}
