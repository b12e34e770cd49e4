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
    return "Messages between two processes. Round trips: one after the other, and (due) on a"
        + " schedule, counted from when they were due. One way: as many as possible. The time of a"
        + " bare flag between the same two processes stands beside each row; near, their processors"
        + " share a cache, far, they do not. segue-blocking sleeps until a message wakes it. Agrona"
        + " and Aeron check no bounds, as in Aeron's own samples, and Aeron's media driver shares the"
        + " client's processors. flag and copy, MemorySegment.copy within one process, are"
        + " references.";
  }

  @Override
  public Set<String> classes() {
    return Set.of("ShmBenchmark");
  }

  @Override
  public List<Cell> cells(Settings settings) {
    return ShmCell.inRounds(ShmCase.of(settings.shm(), settings.everyCase()), settings);
  }
}
