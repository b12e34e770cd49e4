// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.shm.ShmCase;
import java.util.List;
import java.util.Set;

/// The suite of messages between two processes, which JMH cannot measure.
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
    return "Messages between two processes. Round trips: one after the other, and (due) by a timetable,"
        + " counted from when they were due. One way: as many as go. flag is a bare flag for each"
        + " direction in a cache line of its own, copy is MemorySegment.copy in one process: the"
        + " ceilings. segue-blocking sleeps until it is woken.";
  }

  @Override
  public Set<String> classes() {
    return Set.of("ShmBenchmark");
  }

  @Override
  public List<Cell> cells(Settings settings) {
    return ShmCase.of(settings.shm(), settings.quick(), settings.everyCase(), settings.rounds())
        .stream()
        .<Cell>map(ShmCell::new)
        .toList();
  }
}
