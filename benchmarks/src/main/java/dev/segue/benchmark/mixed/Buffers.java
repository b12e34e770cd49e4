// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// One segment of each kind of memory.
final class Buffers {
  private final MemorySegment[] segments = new MemorySegment[Memory.values().length];

  Buffers(Arena arena) {
    for (Memory memory : Memory.values()) {
      segments[slot(memory)] =
          switch (memory) {
            case HEAP -> MemorySegment.ofArray(new byte[Memory.BYTES]);
            case NATIVE -> arena.allocate(Memory.BYTES, Long.BYTES);
            case MAPPED -> map(arena);
          };
    }
  }

  MemorySegment of(Memory memory) {
    return segments[slot(memory)];
  }

  private static int slot(Memory memory) {
    return switch (memory) {
      case HEAP -> 0;
      case NATIVE -> 1;
      case MAPPED -> 2;
    };
  }

  /// Maps a file that is deleted when this method returns.
  private static MemorySegment map(Arena arena) {
    try {
      Path file = Files.createTempFile("segue-mixed", ".bin");
      try (var channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        return channel.map(MapMode.READ_WRITE, 0, Memory.BYTES, arena);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
