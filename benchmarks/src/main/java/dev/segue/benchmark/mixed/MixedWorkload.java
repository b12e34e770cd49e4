// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import dev.segue.benchmark.mixed.MixedCodecs.MixedCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;

/// A library that handles all objects, alternating between an array, native memory and a file.
public final class MixedWorkload implements AutoCloseable {
  private static final int BYTES = UnseenClasses.COUNT * Turn.SLOT_BYTES;

  private final Arena arena = Arena.ofConfined();
  private final UnseenClasses classes;
  private final List<Turn> turns;
  private final MixedCodec codec;
  private int next;

  /// Sets up a library, and checks for every turn that the object survives a round trip.
  public MixedWorkload(String library, long seed) {
    this.classes = UnseenClasses.of(seed);
    MemorySegment[] memories = {
      MemorySegment.ofArray(new byte[BYTES]), arena.allocate(BYTES, Long.BYTES), map(arena)
    };
    this.turns = Turn.shuffled(new Random(seed), memories.length);
    this.codec = MixedCodecs.open(library, classes.types(), memories);
    turns.forEach(turn -> codec.serialize(turn, object(turn)));
    for (Turn turn : turns) {
      Object read = codec.deserialize(turn);
      if (!object(turn).equals(read)) {
        throw new IllegalStateException("%s: %s of seed %d".formatted(library, turn, seed));
      }
    }
  }

  /// Maps a file that is deleted when this method returns.
  private static MemorySegment map(Arena arena) {
    try {
      Path file = Files.createTempFile("segue-mixed", ".bin");
      try (var channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        return channel.map(MapMode.READ_WRITE, 0, BYTES, arena);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Object object(Turn turn) {
    return classes.objects().get(turn.index());
  }

  private Turn next() {
    next = next + 1 == turns.size() ? 0 : next + 1;
    return turns.get(next);
  }

  /// Serializes the next object to the next memory.
  ///
  /// @return the number of bytes written
  public long serializeNext() {
    Turn turn = next();
    return codec.serialize(turn, object(turn));
  }

  /// Returns the mean serialized length of the objects.
  public long meanBytes() {
    return turns.stream().mapToLong(turn -> codec.serialize(turn, object(turn))).sum()
        / turns.size();
  }

  /// Deserializes the next object from the next memory.
  public Object deserializeNext() {
    return codec.deserialize(next());
  }

  @Override
  public void close() {
    arena.close();
  }
}
