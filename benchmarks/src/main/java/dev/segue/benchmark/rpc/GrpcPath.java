// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.grpc.SegueMarshaller;
import dev.segue.serializer.Serializer;
import dev.segue.workload.Workload;
import io.grpc.Drainable;
import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/// Passes messages through gRPC marshallers, as gRPC does: a message is drained into direct memory,
/// and read from there.
final class GrpcPath implements MessagePath {

  private static final int BUFFER_BYTES = 64 << 10;

  private final Marshaller<Object> marshaller;
  private final ByteBuffer memory = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private final OutputStream sink = new Sink();

  private GrpcPath(Marshaller<Object> marshaller) {
    this.marshaller = marshaller;
  }

  @SuppressWarnings("unchecked") // the message has this type
  static GrpcPath segue(Workload object) {
    Serializer serializer =
        Serializer.builder().register(object.userTypes().toArray(Class<?>[]::new)).build();
    return new GrpcPath((Marshaller<Object>) SegueMarshaller.of(serializer, object.type()));
  }

  static GrpcPath ofArrays(ByteArrays library) {
    return new GrpcPath(new ArrayMarshaller(() -> library));
  }

  /// The memory of the transport, for writing.
  private final class Sink extends OutputStream {
    @Override
    public void write(int value) {
      memory.put((byte) value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      memory.put(bytes, offset, length);
    }
  }

  /// The same memory, for reading.
  private static final class Source extends InputStream implements KnownLength, HasByteBuffer {
    private final ByteBuffer content;

    Source(ByteBuffer content) {
      this.content = content;
    }

    @Override
    public int available() {
      return content.remaining();
    }

    @Override
    public int read() {
      return content.hasRemaining() ? content.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      if (!content.hasRemaining()) {
        return length == 0 ? 0 : -1;
      }
      int some = Math.min(length, content.remaining());
      content.get(bytes, offset, some);
      return some;
    }

    @Override
    public boolean byteBufferSupported() {
      return true;
    }

    @Override
    public ByteBuffer getByteBuffer() {
      return content;
    }
  }

  @Override
  public Object pass(Object message) throws IOException {
    memory.clear();
    try (InputStream stream = marshaller.stream(message)) {
      if (stream instanceof Drainable drainable) {
        int _ = drainable.drainTo(sink);
      } else {
        long _ = stream.transferTo(sink);
      }
    }
    memory.flip();
    return marshaller.parse(new Source(memory));
  }

  @Override
  public long bytes() {
    return memory.limit();
  }

  @Override
  public void close() {}
}
