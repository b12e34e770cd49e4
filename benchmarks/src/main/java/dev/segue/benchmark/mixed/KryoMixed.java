// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.ByteBufferInput;
import com.esotericsoftware.kryo.io.ByteBufferOutput;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.segue.benchmark.graph.KryoSetup;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Kryo: arrays through its plain buffers, other memory through its byte buffers.
final class KryoMixed implements MixedCodec {
  private final Kryo kryo;
  private final List<Class<?>> types;
  private final Map<Memory, Output> outputs = new EnumMap<>(Memory.class);
  private final Map<Memory, Input> inputs = new EnumMap<>(Memory.class);

  KryoMixed(UnseenClasses classes, Buffers memories) {
    this.types = classes.types();
    this.kryo = KryoSetup.consistent(types);
    for (Memory memory : Memory.values()) {
      var segment = memories.of(memory);
      if (segment.heapBase().orElse(null) instanceof byte[] array) {
        outputs.put(memory, new Output(array));
        inputs.put(memory, new Input(array));
      } else {
        outputs.put(memory, new ByteBufferOutput(segment.asByteBuffer()));
        inputs.put(memory, new ByteBufferInput(segment.asByteBuffer()));
      }
    }
  }

  @Override
  public long serialize(Turn turn, Object object) {
    Output output = Objects.requireNonNull(outputs.get(turn.memory()));
    output.setPosition(turn.offset());
    kryo.writeObject(output, object);
    return (long) output.position() - turn.offset();
  }

  @Override
  public Object deserialize(Turn turn) {
    Input input = Objects.requireNonNull(inputs.get(turn.memory()));
    input.setPosition(turn.offset());
    return kryo.readObject(input, types.get(turn.index()));
  }
}
