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

/// Zero-filled mapped files for the peers, on the same file system as Segue's channels.
final class SharedFiles {
  private static final long RETRY_NANOS = 1_000_000;

  private SharedFiles() {}

  /// Creates a complete file, or waits until it exists, and maps it.
  static MemorySegment map(boolean create, Path file, long length) throws IOException {
    if (!create) {
      await(file);
      return mapped(file, length);
    }
    Path unfinished = file.resolveSibling(file.getFileName() + ".new");
    Files.createFile(unfinished);
    MemorySegment memory = mapped(unfinished, length).fill((byte) 0);
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    return memory;
  }

  private static MemorySegment mapped(Path file, long length) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return channel.map(MapMode.READ_WRITE, 0, length, Arena.global());
    }
  }

  /// Waits until a file exists.
  static void await(Path file) {
    while (!Files.exists(file)) {
      LockSupport.parkNanos(RETRY_NANOS);
    }
  }

  /// Returns the capacity of all rings and lanes: eight messages, but at least a megabyte.
  static int capacity(int length) {
    return Math.max(1 << 20, Integer.highestOneBit(length) * 8);
  }
}
