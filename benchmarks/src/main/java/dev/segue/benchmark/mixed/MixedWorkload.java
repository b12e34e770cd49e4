// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.Random;

/// A library that handles all objects with all kinds of memory alternately.
public final class MixedWorkload implements AutoCloseable {
  private final Arena arena = Arena.ofConfined();
  private final UnseenClasses classes;
  private final List<Turn> turns;
  private final MixedCodec codec;
  private int next;

  /// Sets a library up and checks, for every turn, that it reads an object equal to the one it
  /// wrote.
  public MixedWorkload(String library, long seed) {
    this.classes = UnseenClasses.of(seed);
    this.turns = Turn.shuffled(new Random(seed));
    var buffers = new Buffers(arena);
    this.codec =
        switch (library) {
          case "segue" -> new SegueMixed(classes, buffers);
          case "fory" -> new ForyMixed(classes, buffers);
          case "kryo" -> new KryoMixed(classes, buffers);
          default -> throw new IllegalArgumentException("unknown library: " + library);
        };
    turns.forEach(turn -> codec.serialize(turn, object(turn)));
    for (Turn turn : turns) {
      Object read = codec.deserialize(turn);
      if (!object(turn).equals(read)) {
        throw new IllegalStateException("%s: %s of seed %d".formatted(library, turn, seed));
      }
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
