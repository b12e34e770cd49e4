// SPDX-License-Identifier: Apache-2.0
package dev.segue.benchmark.view;

import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The family of benchmarks that read single fields.
public final class ViewFamily implements Family {
  @Override
  public Optional<String> absence(Map<String, String> params) {
    return Optional.empty();
  }

  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return params.getOrDefault("library", "").equals("sbe")
        ? List.of("--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED")
        : List.of("--enable-native-access=ALL-UNNAMED");
  }
}
