// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.unsafe.UnsafeByteBufferInput;
import com.esotericsoftware.kryo.unsafe.UnsafeByteBufferOutput;
import com.esotericsoftware.kryo.unsafe.UnsafeInput;
import com.esotericsoftware.kryo.unsafe.UnsafeOutput;
import dev.segue.benchmark.graph.GraphCase;
import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.graph.KryoCodec;
import java.nio.ByteBuffer;

/// Kryo with its unsafe buffers and fixed-width numbers, so that it copies whole arrays at once. It
/// does not support buffers, and gets a serializer for heap buffers.
final class KryoContents implements GraphCodec {
  private final Kryo kryo;
  private final Output output;
  private final Input input;

  KryoContents(ZeroCopyCase zeroCopyCase) {
    kryo = KryoCodec.consistent(zeroCopyCase.data().userTypes());
    kryo.register(ByteBuffer.allocate(0).getClass(), new HeapBuffers());
    if (zeroCopyCase.buffer() == GraphCase.Buffer.DIRECT) {
      var direct = new UnsafeByteBufferOutput(ZeroCopyCase.BUFFER_BYTES);
      output = direct;
      input = new UnsafeByteBufferInput(direct.getByteBuffer());
    } else {
      output = new UnsafeOutput(ZeroCopyCase.BUFFER_BYTES);
      input = new UnsafeInput(output.getBuffer());
    }
    output.setVariableLengthEncoding(false);
    input.setVariableLengthEncoding(false);
  }

  @Override
  public long serialize(Object object) {
    output.setPosition(0);
    kryo.writeClassAndObject(output, object);
    return output.position();
  }

  @Override
  public Object deserialize() {
    input.setPosition(0);
    input.setLimit(output.position());
    return kryo.readClassAndObject(input);
  }

  private static final class HeapBuffers extends Serializer<ByteBuffer> {
    @Override
    public void write(Kryo kryo, Output output, ByteBuffer buffer) {
      output.writeVarInt(buffer.remaining(), true);
      output.writeBytes(
          buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
    }

    @Override
    public ByteBuffer read(Kryo kryo, Input input, Class<? extends ByteBuffer> type) {
      return ByteBuffer.wrap(input.readBytes(input.readVarInt(true)));
    }
  }
}
