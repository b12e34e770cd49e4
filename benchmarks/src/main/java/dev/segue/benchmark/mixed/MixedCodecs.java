// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.ByteBufferInput;
import com.esotericsoftware.kryo.io.ByteBufferOutput;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.segue.benchmark.graph.ForyCodec;
import dev.segue.benchmark.graph.KryoCodec;
import dev.segue.serializer.Serializer;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.apache.fory.Fory;
import org.apache.fory.memory.MemoryBuffer;

/// The libraries, each set up for all classes and all kinds of memory.
final class MixedCodecs {
  private MixedCodecs() {}

  /// One library.
  interface MixedCodec {
    /// Serializes the object to its slot.
    ///
    /// @return the number of bytes written
    long serialize(Turn turn, Object object);

    /// Deserializes the object in the slot.
    Object deserialize(Turn turn);
  }

  static MixedCodec open(String library, List<Class<?>> classes, MemorySegment[] memories) {
    Class<?>[] types = classes.toArray(Class<?>[]::new);
    return switch (library) {
      case "segue" -> new Segue(Serializer.builder().register(types).build(), types, memories);
      case "fory" -> new ForyMixed(ForyCodec.consistent(classes), types, foryBuffers(memories));
      case "kryo" ->
          new KryoMixed(
              KryoCodec.consistent(classes),
              types,
              Stream.of(memories).map(MixedCodecs::output).toArray(Output[]::new),
              Stream.of(memories).map(MixedCodecs::input).toArray(Input[]::new));
      default -> throw new IllegalArgumentException("unknown library: " + library);
    };
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Segue(Serializer serializer, Class<?>[] types, MemorySegment[] memories)
      implements MixedCodec {
    @Override
    public long serialize(Turn turn, Object object) {
      return serializer.write(object, memories[turn.memory()], turn.offset());
    }

    @Override
    public Object deserialize(Turn turn) {
      return serializer.read(memories[turn.memory()], turn.offset(), types[turn.index()]);
    }
  }

  private static MemoryBuffer[] foryBuffers(MemorySegment[] memories) {
    return Stream.of(memories)
        .map(memory -> MemoryBuffer.fromByteBuffer(memory.asByteBuffer()))
        .toArray(MemoryBuffer[]::new);
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record ForyMixed(Fory fory, Class<?>[] types, MemoryBuffer[] buffers)
      implements MixedCodec {
    @Override
    public long serialize(Turn turn, Object object) {
      MemoryBuffer buffer = buffers[turn.memory()];
      buffer.writerIndex(turn.offset());
      fory.serialize(buffer, object);
      return (long) buffer.writerIndex() - turn.offset();
    }

    @Override
    public Object deserialize(Turn turn) {
      MemoryBuffer buffer = buffers[turn.memory()];
      buffer.readerIndex(turn.offset());
      return fory.deserialize(buffer, types[turn.index()]);
    }
  }

  private static Output output(MemorySegment memory) {
    return memory.heapBase().orElse(null) instanceof byte[] array
        ? new Output(array)
        : new ByteBufferOutput(memory.asByteBuffer());
  }

  private static Input input(MemorySegment memory) {
    return memory.heapBase().orElse(null) instanceof byte[] array
        ? new Input(array)
        : new ByteBufferInput(memory.asByteBuffer());
  }

  /// Uses plain buffers for arrays, and byte buffers for other memory.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record KryoMixed(Kryo kryo, Class<?>[] types, Output[] outputs, Input[] inputs)
      implements MixedCodec {
    @Override
    public long serialize(Turn turn, Object object) {
      Output output = outputs[turn.memory()];
      output.setPosition(turn.offset());
      kryo.writeObject(output, object);
      return (long) output.position() - turn.offset();
    }

    @Override
    public Object deserialize(Turn turn) {
      Input input = inputs[turn.memory()];
      input.setPosition(turn.offset());
      return kryo.readObject(input, types[turn.index()]);
    }
  }
}
