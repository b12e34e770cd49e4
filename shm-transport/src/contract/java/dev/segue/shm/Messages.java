// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Messages whose bytes are computed from a seed and their length.
final class Messages {

  private Messages() {}

  static MemorySegment message(long seed, int length) {
    MemorySegment message = MemorySegment.ofArray(new byte[length]);
    fill(message, seed);
    return message;
  }

  static void fill(MemorySegment message, long seed) {
    for (long i = 0; i < message.byteSize(); i++) {
      message.set(ValueLayout.JAVA_BYTE, i, at(seed, i));
    }
  }

  static boolean matches(MemorySegment message, long seed, long length) {
    if (message.byteSize() != length) {
      return false;
    }
    for (long i = 0; i < length; i++) {
      if (message.get(ValueLayout.JAVA_BYTE, i) != at(seed, i)) {
        return false;
      }
    }
    return true;
  }

  private static byte at(long seed, long index) {
    return (byte) (((seed + index) * 0x9E3779B97F4A7C15L) >>> 56);
  }
}
