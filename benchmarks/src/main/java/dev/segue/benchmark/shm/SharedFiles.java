// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;

/// Mapped files of zeros for the peers, on the file system where Segue's channels are.
final class SharedFiles {

  private static final long RETRY_NANOS = 1_000_000;

  private SharedFiles() {}

  /// Makes a file whole, or waits until it is there, and maps it.
  static MemorySegment map(boolean make, Path file, long length) throws IOException {
    if (make) {
      Path unfinished = file.resolveSibling(file.getFileName() + ".new");
      try (FileChannel channel =
          FileChannel.open(
              unfinished,
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE)) {
        channel.map(MapMode.READ_WRITE, 0, length, Arena.global()).fill((byte) 0);
      }
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    } else {
      await(file);
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, length, Arena.global());
    }
  }

  /// Waits until there is a file.
  static void await(Path file) {
    while (!Files.exists(file)) {
      LockSupport.parkNanos(RETRY_NANOS);
    }
  }

  /// What all rings and lanes are made for: eight messages, and a megabyte at least.
  static int capacity(int length) {
    return Math.max(1 << 20, Integer.highestOneBit(length) * 8);
  }
}
