// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.shm.ShmCase;
import java.util.List;
import java.util.Set;

/// The suite of shared-memory messages between two processes, which JMH cannot measure.
record ShmSuite() implements Suite {
  @Override
  public String name() {
    return "shm";
  }

  @Override
  public String title() {
    return "Shared memory";
  }

  @Override
  public String summary() {
    return "Messages between two processes. Round trips: one after the other, and (due) on a"
        + " schedule, counted from when they were due. One way: as many as possible. The time of a"
        + " bare flag between the same two processes stands beside each row: far apart, their"
        + " processors share no cache. segue-blocking sleeps until a message wakes it.";
  }

  @Override
  public Set<String> classes() {
    return Set.of("ShmBenchmark");
  }

  @Override
  public Plan plan(Settings settings) {
    List<ShmCase> cases =
        settings.extent() == Settings.Extent.HEADLINE
            ? ShmCase.headline(settings.shm())
            : ShmCase.of(settings.shm(), settings.extent() == Settings.Extent.EVERY);
    return new Plan(cases.stream().<Cell>map(Cell.TwoProcesses::new).toList(), List.of());
  }
}
