// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Reads a copy of the body of a frame. Every method throws a {@link DamagedFrameException} if the
/// body is too short for what it contains.
public final class BodyReader {

  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final byte[] bytes;
  private int position;

  /// Creates a reader.
  ///
  /// @param bytes the body
  public BodyReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /// Reads an int.
  public int getInt() {
    require(Integer.BYTES);
    int value = (int) INT.get(bytes, position);
    position += Integer.BYTES;
    return value;
  }

  /// Reads an int that must be more than 0.
  public int getPositiveInt() {
    int value = getInt();
    if (value <= 0) {
      throw new DamagedFrameException("a limit of " + value);
    }
    return value;
  }

  /// Reads a long.
  public long getLong() {
    require(Long.BYTES);
    long value = (long) LONG.get(bytes, position);
    position += Long.BYTES;
    return value;
  }

  /// Reads a string that may be null.
  public @Nullable String getString() {
    int length = getInt();
    if (length == -1) {
      return null;
    }
    require(length);
    String value = new String(bytes, position, length, StandardCharsets.UTF_8);
    position += length;
    return value;
  }

  /// Reads a string that must not be null.
  public String getText() {
    String value = getString();
    if (value == null) {
      throw new DamagedFrameException("a text is missing");
    }
    return value;
  }

  /// Reads a length and bytes.
  public byte[] getBytes() {
    int length = getInt();
    require(length);
    position += length;
    return Arrays.copyOfRange(bytes, position - length, position);
  }

  /// Skips a length and bytes, or a string.
  ///
  /// @return the length
  int skip() {
    int length = getInt();
    require(length);
    position += length;
    return length;
  }

  int position() {
    return position;
  }

  /// Moves back to an earlier position.
  void position(int earlier) {
    position = earlier;
  }

  private void require(int length) {
    if (length < 0 || length > bytes.length - position) {
      throw new DamagedFrameException(
          "%d bytes at %d of a body of %d".formatted(length, position, bytes.length));
    }
  }
}
