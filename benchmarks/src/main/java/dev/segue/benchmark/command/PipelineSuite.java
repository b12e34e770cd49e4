// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.command.JmhSuite.Slice;
import dev.segue.benchmark.shm.ShmCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The pipeline from object to object: within one process, measured by JMH, and between two.
record PipelineSuite(JmhSuite within) implements Suite {
  PipelineSuite() {
    this(
        new JmhSuite(
            "pipeline",
            "Pipeline",
            "Object to compressed bytes to object: a serializer and zstd at level 3, combined. Within"
                + " one process; and as round trips between two, which encode the received object"
                + " again (TwoProcessPipelineBenchmark): compressed into shared memory by Segue, and"
                + " by Fory and zstd-jni over Aeron and a Unix domain socket.",
            Set.of("PipelineBenchmark"),
            List.of(),
            List.of(Slice.WHOLE)));
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
  public Plan plan(Settings settings) {
    Plan inOne = within.plan(settings);
    if (settings.extent() == Settings.Extent.HEADLINE) {
      return inOne;
    }
    var cells = new ArrayList<>(inOne.cells());
    ShmCase.ofObjects(settings.shm()).forEach(next -> cells.add(new Cell.TwoProcesses(next)));
    return new Plan(cells, inOne.absences());
  }
}
