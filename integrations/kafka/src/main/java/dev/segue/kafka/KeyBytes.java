// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.util.Arrays;

/// The bytes of a key while it is written. Numbers are big-endian.
final class KeyBytes {
  private static final int FIRST_LENGTH = 64;

  private byte[] bytes = new byte[FIRST_LENGTH];
  private int length;

  void put(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  /// Appends the low bytes of a number.
  void putNumber(long value, int width) {
    reserve(width);
    for (int shift = (width - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes[length++] = (byte) (value >>> shift);
    }
  }

  void putAll(byte[] content) {
    reserve(content.length);
    System.arraycopy(content, 0, bytes, length, content.length);
    length += content.length;
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, Math.addExact(length, more)));
    }
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }
}
