// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.shm.ShmCase;
import dev.segue.benchmark.shm.ShmResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/// A case with two processes.
record ShmCell(ShmCase next) implements Cell {
  private static final int ROUNDS = 5;

  /// Returns the cells of all rounds: five unless the command line asks for another number, or one
  /// with `--quick`.
  static List<Cell> inRounds(List<ShmCase> cases, Settings settings) {
    int rounds = settings.rounds() > 0 ? settings.rounds() : settings.quick() ? 1 : ROUNDS;
    return IntStream.rangeClosed(1, rounds)
        .boxed()
        .flatMap(round -> cases.stream().<Cell>map(next -> new ShmCell(next.inRound(round))))
        .toList();
  }

  @Override
  public String name() {
    return next + " round=" + next.round();
  }

  @Override
  public double seconds() {
    return next.seconds();
  }

  @Override
  public String measure(Path file) throws IOException, InterruptedException {
    ShmResult result = next.measure();
    result.write(file);
    return result.line();
  }
}
