// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.unsafe.UnsafeByteBufferInput;
import com.esotericsoftware.kryo.unsafe.UnsafeByteBufferOutput;

/// Kryo with its usual buffers for arrays, or with its unsafe ones for native memory.
public final class KryoCodec implements GraphCodec {
  private final Kryo kryo;
  private final Output output;
  private final Input input;
  private final Class<?> type;

  /// Wraps a Kryo with all classes of the object registered.
  ///
  /// @param type the object's class
  public KryoCodec(Kryo kryo, GraphCase.Buffer buffer, Class<?> type) {
    this.kryo = kryo;
    this.type = type;
    switch (buffer) {
      case ARRAY -> {
        output = new Output(GraphCase.BUFFER_BYTES);
        input = new Input(output.getBuffer());
      }
      case DIRECT -> {
        var direct = new UnsafeByteBufferOutput(GraphCase.BUFFER_BYTES);
        output = direct;
        input = new UnsafeByteBufferInput(direct.getByteBuffer());
      }
      default -> throw new AssertionError(buffer);
    }
  }

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
