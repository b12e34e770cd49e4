// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// A reusable array for one message at a time. All marshallers share one pool, which keeps as many
/// arrays as were in use at the same time, up to limits of number and length.
final class PooledArray implements IntFunction<ByteBuffer> {

  /// Longer arrays are not kept. A message of 1 MiB fits, including the margin of its size
  /// estimate.
  private static final int MOST_KEPT_BYTES = 5 << 18;

  /// The length of a new array, which every short message fits.
  static final int FIRST_BYTES = 1 << 12;

  /// The length of the longest array.
  static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  private static final AtomicReferenceArray<@Nullable PooledArray> POOL =
      new AtomicReferenceArray<>(
          Integer.highestOneBit(
              Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 8, 128)));

  private byte[] array = new byte[FIRST_BYTES];
  private ByteBuffer buffer = ByteBuffer.wrap(array);

  private PooledArray() {}

  /// Takes an array from the pool, or creates one.
  static PooledArray take() {
    int places = POOL.length();
    int first = (int) Thread.currentThread().threadId();
    for (int i = 0; i < places; i++) {
      int place = (first + i) & (places - 1);
      if (POOL.getPlain(place) != null) {
        // Pairs with the release in giveBack.
        PooledArray kept = POOL.getAndSet(place, null);
        if (kept != null) {
          return kept;
        }
      }
    }
    return new PooledArray();
  }

  /// Returns the array to the pool. The caller must not use it again.
  void giveBack() {
    if (array.length > MOST_KEPT_BYTES) {
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

  byte[] array() {
    return array;
  }

  /// Returns the array as a buffer with at least this many bytes. The array's content is lost if it
  /// was shorter.
  @Override
  public ByteBuffer apply(int bytes) {
    if (array.length < bytes) {
      byte[] longer = new byte[bytes];
      buffer = ByteBuffer.wrap(longer); // first, because it may run out of memory
      array = longer;
    }
    return buffer.clear();
  }

  /// Returns the first bytes of the array as a buffer, until the next use of the array.
  ByteBuffer first(int bytes) {
    return buffer.clear().limit(bytes);
  }

  /// Reads a stream to its end, into the array.
  ///
  /// @return the number of bytes
  int fill(InputStream stream) throws IOException {
    int filled = 0;
    while (true) {
      if (filled == array.length) {
        grow();
      }
      int read = stream.read(array, filled, array.length - filled);
      if (read < 0) {
        return filled;
      }
      filled += read;
    }
  }

  /// Reads a number of bytes from a stream into the array.
  ///
  /// @return the number of bytes
  int fill(InputStream stream, int bytes) throws IOException {
    ByteBuffer _ = apply(bytes);
    int read = stream.readNBytes(array, 0, bytes);
    if (read < bytes) {
      throw new EOFException("a message of " + bytes + " bytes ends after " + read);
    }
    return bytes;
  }

  /// Returns the array, with room for more bytes after the first ones.
  byte[] withRoom(int filled, int more) throws IOException {
    while (array.length - filled < more) {
      grow();
    }
    return array;
  }

  private void grow() throws IOException {
    if (array.length == MOST_BYTES) {
      throw new IOException("the message is longer than " + MOST_BYTES + " bytes");
    }
    byte[] old = array;
    int length = old.length > MOST_BYTES / 2 ? MOST_BYTES : 2 * old.length;
    ByteBuffer _ = apply(length);
    System.arraycopy(old, 0, array, 0, old.length);
  }
}
