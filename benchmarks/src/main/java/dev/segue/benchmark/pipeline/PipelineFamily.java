// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.pipeline;

import dev.segue.benchmark.launch.Family;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The family of benchmarks that serialize and compress.
public final class PipelineFamily implements Family {
  @Override
  public Optional<String> absence(Map<String, String> params) {
    return Optional.empty();
  }

  @Override
  public List<String> jvmFlags(Map<String, String> params) {
    return Pipelines.jvmFlags(params.getOrDefault("library", ""));
  }
}
