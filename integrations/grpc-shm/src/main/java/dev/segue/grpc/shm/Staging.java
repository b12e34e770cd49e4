// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// A buffer into which one message is serialized before its bytes are copied to a lane.
///
/// Marshallers, streams and compressors are code of the application, and may take any amount of
/// time, so they never run while other threads wait for the lane. Arrays come from a pool that all
/// calls share, long ones from {@link LargeArrays}. If serializing fails, the array does not return
/// to the pool, because something may still refer to it.
final class Staging implements IntFunction<ByteBuffer> {

  /// A longer array returns to the pool of large arrays.
  private static final int MOST_KEPT_BYTES = 5 << 18;

  private static final int FIRST_BYTES = 1 << 12;
  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  private static final AtomicReferenceArray<@Nullable Staging> POOL =
      new AtomicReferenceArray<>(
          Integer.highestOneBit(
              Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 8, 128)));

  private byte[] array = new byte[FIRST_BYTES];
  private ByteBuffer buffer = ByteBuffer.wrap(array);
  private int length;

  private Staging() {}

  /// Takes an empty array from the pool, or creates one.
  static Staging take() {
    int places = POOL.length();
    int first = (int) Thread.currentThread().threadId();
    for (int i = 0; i < places; i++) {
      int place = (first + i) & (places - 1);
      if (POOL.getPlain(place) != null) {
        // Pairs with the release in giveBack.
        Staging kept = POOL.getAndSet(place, null);
        if (kept != null) {
          kept.length = 0;
          return kept;
        }
      }
    }
    return new Staging();
  }

  /// Returns the array to the pool. The caller must not use it again.
  void giveBack() {
    if (array.length > MOST_KEPT_BYTES) {
      LargeArrays.giveBack(array);
      return;
    }
    int places = POOL.length();
    int first = (int) Thread.currentThread().threadId();
    for (int i = 0; i < places; i++) {
      int place = (first + i) & (places - 1);
      if (POOL.getPlain(place) == null) {
        // If two threads store to the same place, one array is lost, which is harmless.
        POOL.setRelease(place, this);
        return;
      }
    }
  }

  /// Returns the array as a buffer with at least this many bytes, for a serializer. The content is
  /// lost if the array was shorter.
  @Override
  public ByteBuffer apply(int bytes) {
    if (array.length < bytes) {
      array = LargeArrays.take(bytes);
      buffer = ByteBuffer.wrap(array);
    }
    return buffer.clear();
  }

  /// Sets the number of bytes that a serializer has written.
  void setLength(int bytes) {
    length = bytes;
  }

  byte[] array() {
    return array;
  }

  int length() {
    return length;
  }

  /// Returns an output that appends to the array, until it is closed.
  ///
  /// @param expected the expected number of bytes; there may be more
  OutputStream output(int expected) {
    ByteBuffer _ = apply(expected);
    return new Output(this);
  }

  private void append(byte[] bytes, int offset, int count) throws IOException {
    makeRoom(count);
    System.arraycopy(bytes, offset, array, length, count);
    length += count;
  }

  private void append(byte value) throws IOException {
    makeRoom(1);
    array[length++] = value;
  }

  private void makeRoom(int more) throws IOException {
    if (array.length - length < more) {
      if (MOST_BYTES - length < more) {
        throw new IOException("the message is longer than " + MOST_BYTES + " bytes");
      }
      long needed = Math.max((long) length + more, 2L * array.length);
      byte[] before = array;
      array = LargeArrays.take((int) Math.min(MOST_BYTES, needed));
      System.arraycopy(before, 0, array, 0, length);
      LargeArrays.giveBack(before);
      buffer = ByteBuffer.wrap(array);
    }
  }

  /// A stream may keep its output, and pass it to another thread. Bytes written after the end of
  /// the message must not change another message, so writes and the end exclude each other.
  private static final class Output extends OutputStream {
    private @Nullable Staging target;

    Output(Staging target) {
      this.target = target;
    }

    private Staging open() throws IOException {
      Staging known = target;
      if (known == null) {
        throw new IOException("the message is complete");
      }
      return known;
    }

    @Override
    public synchronized void write(int value) throws IOException {
      open().append((byte) value);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int count) throws IOException {
      Objects.checkFromIndexSize(offset, count, bytes.length);
      open().append(bytes, offset, count);
    }

    @Override
    public synchronized void close() {
      target = null;
    }
  }
}
