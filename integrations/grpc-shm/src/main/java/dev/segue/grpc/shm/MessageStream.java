// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.Detachable;
import io.grpc.HasByteBuffer;
import io.grpc.KnownLength;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The bytes of a received message, in the lane or on the heap. For one thread.
///
/// A message in the lane is readable until it is closed. To keep it, a marshaller detaches the
/// stream, which copies the message. A message on the heap is not copied; its array returns to the
/// pool of large arrays when the stream is closed, unless the stream was detached.
final class MessageStream extends InputStream implements KnownLength, HasByteBuffer, Detachable {

  private static final int UNSIGNED = 0xff;
  private static final MemorySegment CLOSED = MemorySegment.ofArray(new byte[0]);

  private static final int CHUNK_BYTES = 16 * 1024;

  private final boolean borrowed;
  private byte @Nullable [] pooled;
  private MemorySegment memory;
  private long position;
  private long marked;
  private boolean closed;

  private MessageStream(MemorySegment memory, boolean borrowed, byte @Nullable [] pooled) {
    this.memory = memory;
    this.borrowed = borrowed;
    this.pooled = pooled;
  }

  /// Creates a stream of a message in the lane.
  static MessageStream borrowed(MemorySegment message) {
    return new MessageStream(message, true, null);
  }

  /// Creates a stream of a message on the heap that fills its own array.
  static MessageStream of(byte[] bytes, int length) {
    MemorySegment message = MemorySegment.ofArray(bytes).asSlice(0, length).asReadOnly();
    return new MessageStream(message, false, bytes);
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("the message was closed: detach it to read it later");
    }
  }

  @Override
  public int read() throws IOException {
    requireOpen();
    return position == memory.byteSize()
        ? -1
        : memory.get(ValueLayout.JAVA_BYTE, position++) & UNSIGNED;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    requireOpen();
    Objects.checkFromIndexSize(offset, length, bytes.length);
    if (length == 0) {
      return 0;
    }
    int count = Math.min(length, available());
    if (count == 0) {
      return -1;
    }
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, position, bytes, offset, count);
    position += count;
    return count;
  }

  @Override
  public long transferTo(OutputStream out) throws IOException {
    requireOpen();
    int total = available();
    byte[] chunk = new byte[Math.min(CHUNK_BYTES, total)];
    int count;
    while ((count = read(chunk, 0, chunk.length)) > 0) {
      out.write(chunk, 0, count);
    }
    return total;
  }

  @Override
  public byte[] readAllBytes() throws IOException {
    byte[] rest = new byte[available()];
    int _ = read(rest, 0, rest.length);
    return rest;
  }

  @Override
  public long skip(long count) throws IOException {
    requireOpen();
    long skipped = Math.clamp(count, 0L, memory.byteSize() - position);
    position += skipped;
    return skipped;
  }

  @Override
  public int available() throws IOException {
    requireOpen();
    return (int) (memory.byteSize() - position);
  }

  @Override
  public boolean markSupported() {
    return true;
  }

  @Override
  public synchronized void mark(int limit) {
    marked = position;
  }

  @Override
  public synchronized void reset() throws IOException {
    requireOpen();
    position = marked;
  }

  @Override
  public boolean byteBufferSupported() {
    return true;
  }

  @Override
  @SuppressWarnings("NullAway") // gRPC's interface is not annotated, but allows null.
  public ByteBuffer getByteBuffer() {
    return closed || position == memory.byteSize() ? null : memory.asSlice(position).asByteBuffer();
  }

  @Override
  public InputStream detach() {
    MemorySegment rest = closed ? CLOSED : memory.asSlice(position);
    MemorySegment kept =
        borrowed ? MemorySegment.ofArray(rest.toArray(ValueLayout.JAVA_BYTE)).asReadOnly() : rest;
    pooled = null; // The detached stream is read after this one is closed.
    close();
    return new MessageStream(kept, false, null);
  }

  @Override
  public void close() {
    closed = true;
    byte[] known = pooled;
    if (known != null) {
      pooled = null;
      LargeArrays.giveBack(known);
    }
    memory = CLOSED;
    position = 0;
  }
}
