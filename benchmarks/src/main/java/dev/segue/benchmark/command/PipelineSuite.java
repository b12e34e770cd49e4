// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.command.JmhSuite.Quick;
import dev.segue.benchmark.shm.ShmCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The pipeline from object to object: within one process, measured by JMH, and between two.
record PipelineSuite(JmhSuite within) implements Suite {
  PipelineSuite() {
    this(
        new JmhSuite(
            "pipeline",
            "Pipeline",
            "Object to compressed bytes to object: a serializer and zstd at level 3, combined. Within one"
                + " process; and as round trips between two, which re-encode the received object"
                + " (TwoProcessPipelineBenchmark): compressed into shared memory by Segue, and by Fory"
                + " and zstd-jni over Aeron and a Unix domain socket.",
            Set.of("PipelineBenchmark"),
            Quick.of(List.of(Map.of()))));
  }

  @Override
  public String name() {
    return within.name();
  }

  @Override
  public String title() {
    return within.title();
  }

  @Override
  public String summary() {
    return within.summary();
  }

  @Override
  public Set<String> classes() {
    return Set.of("PipelineBenchmark", "TwoProcessPipelineBenchmark");
  }

  @Override
  public List<Cell> cells(Settings settings) {
    var cells = new ArrayList<>(within.cells(settings));
    cells.addAll(ShmCell.inRounds(ShmCase.ofObjects(settings.shm()), settings));
    return cells;
  }
}
