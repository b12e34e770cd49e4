// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.shm.ShmCase;
import dev.segue.benchmark.shm.ShmResult;
import java.io.IOException;
import java.nio.file.Path;

/// A case with two processes.
record ShmCell(ShmCase next) implements Cell {
  @Override
  public String name() {
    return next.toString();
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
