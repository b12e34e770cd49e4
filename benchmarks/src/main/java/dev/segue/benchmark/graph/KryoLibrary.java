// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CompatibleFieldSerializer;
import com.esotericsoftware.kryo.unsafe.UnsafeByteBufferInput;
import com.esotericsoftware.kryo.unsafe.UnsafeByteBufferOutput;
import java.util.List;
import java.util.Optional;

/// Kryo with all classes registered, its default serializers, and its unsafe buffers for native
/// memory.
final class KryoLibrary implements GraphLibrary {
  @Override
  public Optional<String> absence(GraphCase graphCase) {
    return Optional.empty();
  }

  /// What its unsafe buffers need, and what keeps the JDK from warning about `sun.misc.Unsafe`.
  @Override
  public List<String> jvmFlags() {
    return List.of(
        "--add-opens=java.base/java.nio=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow");
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    Kryo kryo = KryoSetup.settings(graphCase.references());
    if (graphCase.schema() == GraphCase.Schema.COMPATIBLE) {
      kryo.setDefaultSerializer(CompatibleFieldSerializer.class);
    }
    KryoSetup.register(kryo, graphCase.object().userTypes());
    return switch (graphCase.buffer()) {
      case ARRAY -> {
        var output = new Output(GraphCase.BUFFER_BYTES);
        yield new Codec(kryo, output, new Input(output.getBuffer()), graphCase.object().type());
      }
      case DIRECT -> {
        var output = new UnsafeByteBufferOutput(GraphCase.BUFFER_BYTES);
        var input = new UnsafeByteBufferInput(output.getByteBuffer());
        yield new Codec(kryo, output, input, graphCase.object().type());
      }
    };
  }

  private record Codec(Kryo kryo, Output output, Input input, Class<?> type) implements GraphCodec {
    @Override
    public long serialize(Object object) {
      output.setPosition(0);
      kryo.writeObject(output, object);
      return output.position();
    }

    @Override
    public Object deserialize() {
      input.setPosition(0);
      input.setLimit(output.position());
      return kryo.readObject(input, type);
    }
  }
}
