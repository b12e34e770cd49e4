// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.exec.TypeEntry;
import org.jspecify.annotations.Nullable;

/// A byte array that is doubled until the payload fits. One thread at a time.
final class GrowingArray {

  /// As long as an array can be.
  static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  /// What is larger is not kept for the next payload.
  static final int MAX_KEPT_BYTES = 1 << 20;

  private static final int FIRST_BYTES = 1 << 12;

  private byte[] array = new byte[FIRST_BYTES];

  /// The last payload written, from the first byte on.
  byte[] array() {
    return array;
  }

  /// Writes a payload to the begin of the array.
  ///
  /// @return its length
  int write(Payload payload, @Nullable Object value, int maxBytes) {
    try {
      return writeWithin(payload, value, payload.registry().rootEntry(value), maxBytes);
    } catch (SerializationException e) {
      if (e.kind() != Kind.DESTINATION_TOO_SMALL) {
        throw e;
      }
      throw new SerializationException(
          Kind.TOO_LARGE, "the payload takes more than the allowed " + maxBytes + " bytes", e);
    }
  }

  /// The same, where a payload that takes more than is allowed fails as one whose destination is
  /// too small.
  ///
  /// @param entry the value's, or null if that is null
  int writeWithin(
      Payload payload, @Nullable Object value, @Nullable TypeEntry entry, int maxBytes) {
    while (true) {
      try {
        return payload.write(value, entry, array, 0, Math.min(array.length, maxBytes));
      } catch (SerializationException e) {
        if (e.kind() != Kind.DESTINATION_TOO_SMALL || array.length >= maxBytes) {
          throw e;
        }
        array = new byte[doubled(array.length, maxBytes)];
      }
    }
  }

  /// The array, of that length or more; what was in it may be gone.
  byte[] ofAtLeast(int bytes) {
    if (array.length < bytes) {
      array = new byte[Math.max(bytes, doubled(array.length, MAX_BYTES))];
    }
    return array;
  }

  /// Makes room behind the first `used` bytes, which are kept.
  void grow(int used, int maxBytes) {
    byte[] larger = new byte[doubled(array.length, maxBytes)];
    System.arraycopy(array, 0, larger, 0, used);
    array = larger;
  }

  private static int doubled(int length, int maxBytes) {
    return length > maxBytes / 2 ? maxBytes : 2 * length;
  }

  /// Lets go of an array that one large payload has left behind.
  void trim() {
    if (array.length > MAX_KEPT_BYTES) {
      array = new byte[FIRST_BYTES];
    }
  }
}
