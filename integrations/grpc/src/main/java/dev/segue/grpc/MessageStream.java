// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.Drainable;
import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A serialized message in a pooled array, which [#close] returns to the pool.
///
/// For one thread at a time, like any message stream in gRPC. If a stream is never closed, the pool
/// loses its array.
final class MessageStream extends InputStream implements KnownLength, Drainable, HasByteBuffer {

  private @Nullable PooledArray pooled;
  private final int length;
  private int position;

  MessageStream(PooledArray pooled, int length) {
    this.pooled = pooled;
    this.length = length;
  }

  @Override
  public int available() {
    return pooled == null ? 0 : length - position;
  }

  @Override
  public int read() throws IOException {
    byte[] array = array();
    return position == length ? -1 : array[position++] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int count) throws IOException {
    Objects.checkFromIndexSize(offset, count, bytes.length);
    byte[] array = array();
    if (count == 0) {
      return 0;
    }
    if (position == length) {
      return -1;
    }
    int some = Math.min(count, length - position);
    System.arraycopy(array, position, bytes, offset, some);
    position += some;
    return some;
  }

  @Override
  public long skip(long count) throws IOException {
    byte[] _ = array();
    int some = Math.clamp(count, 0, length - position);
    position += some;
    return some;
  }

  @Override
  public int drainTo(OutputStream target) throws IOException {
    byte[] array = array();
    int some = length - position;
    target.write(array, position, some);
    position = length;
    return some;
  }

  @Override
  public boolean byteBufferSupported() {
    return pooled != null;
  }

  @Override
  public @Nullable ByteBuffer getByteBuffer() {
    PooledArray open = pooled;
    if (open == null) {
      throw new UnsupportedOperationException("the stream of the message is closed");
    }
    return position == length
        ? null
        : ByteBuffer.wrap(open.array(), position, length - position).slice();
  }

  @Override
  public void close() {
    PooledArray open = pooled;
    if (open != null) {
      pooled = null;
      open.giveBack();
    }
  }

  private byte[] array() throws IOException {
    PooledArray open = pooled;
    if (open == null) {
      throw new IOException("the stream of the message is closed");
    }
    return open.array();
  }
}
