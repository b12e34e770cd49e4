// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Builds frames in memory on the heap.
///
/// A string is encoded as its length (an int, -1 for null) and its UTF-8 bytes.
public final class BodyWriter {

  private static final int INITIAL_CAPACITY = 192;

  private byte[] bytes = new byte[INITIAL_CAPACITY];
  private int length;
  private int frameStart;

  /// Creates a writer.
  public BodyWriter() {}

  /// Begins a frame, whose header {@link #end} completes.
  public BodyWriter begin() {
    frameStart = length;
    require(Frames.HEADER_LENGTH);
    length += Frames.HEADER_LENGTH;
    return this;
  }

  /// Ends the current frame.
  public BodyWriter end(long call, int type, int flags, int value) {
    int body = length - frameStart - Frames.HEADER_LENGTH;
    int padded = (int) Frames.frameLength(body);
    require(padded - Frames.HEADER_LENGTH - body);
    Frames.putHeader(
        MemorySegment.ofArray(bytes),
        frameStart,
        call,
        Frames.typeAndFlags(type, flags),
        body,
        value);
    length = frameStart + padded;
    return this;
  }

  /// Appends an int.
  public BodyWriter putInt(int value) {
    require(Integer.BYTES);
    BodyReader.INT.set(bytes, length, value);
    length += Integer.BYTES;
    return this;
  }

  /// Appends a long.
  public BodyWriter putLong(long value) {
    require(Long.BYTES);
    BodyReader.LONG.set(bytes, length, value);
    length += Long.BYTES;
    return this;
  }

  /// Appends a string.
  public BodyWriter putString(@Nullable String value) {
    return value == null ? putInt(-1) : putBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  /// Appends a length and bytes.
  public BodyWriter putBytes(byte[] value) {
    putInt(value.length);
    require(value.length);
    System.arraycopy(value, 0, bytes, length, value.length);
    length += value.length;
    return this;
  }

  /// The number of bytes written.
  public int length() {
    return length;
  }

  /// Overwrites an int that was appended before.
  public void setInt(int position, int value) {
    BodyReader.INT.set(bytes, position, value);
  }

  /// Returns a copy of the bytes written.
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  private void require(int more) {
    int needed = Math.addExact(length, more);
    if (needed > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(needed, 2 * bytes.length));
    }
  }
}
