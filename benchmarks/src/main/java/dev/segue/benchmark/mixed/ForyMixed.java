// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import dev.segue.benchmark.graph.ForySetup;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/// Apache Fory in its native protocol.
final class ForyMixed implements MixedCodec {
  private final Fory fory;
  private final Class<?>[] types;
  private final Map<Memory, MemoryBuffer> buffers = new EnumMap<>(Memory.class);

  ForyMixed(UnseenClasses classes, Buffers memories) {
    this.types = classes.types().toArray(Class<?>[]::new);
    this.fory = ForySetup.consistent(classes.types());
    for (Memory memory : Memory.values()) {
      buffers.put(memory, MemoryBuffer.fromByteBuffer(memories.of(memory).asByteBuffer()));
    }
  }

  private MemoryBuffer buffer(Turn turn) {
    return Objects.requireNonNull(buffers.get(turn.memory()));
  }

  @Override
  public long serialize(Turn turn, Object object) {
    MemoryBuffer buffer = buffer(turn);
    buffer.writerIndex(turn.offset());
    fory.serialize(buffer, object);
    return (long) buffer.writerIndex() - turn.offset();
  }

  @Override
  public Object deserialize(Turn turn) {
    MemoryBuffer buffer = buffer(turn);
    buffer.readerIndex(turn.offset());
    return fory.deserialize(buffer, types[turn.index()]);
  }
}
