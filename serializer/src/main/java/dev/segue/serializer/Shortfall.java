// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import org.jspecify.annotations.Nullable;

/// Explains that a destination is too small for a payload: how long the payload is, and how much
/// room there was.
final class Shortfall {

  private final Payload payload;
  private final ArrayPool arrays;

  Shortfall(Payload payload, ArrayPool arrays) {
    this.payload = payload;
    this.arrays = arrays;
  }

  /// The error of a destination that is too small, with the length of the payload where it is cheap
  /// to find out: the payload has no hooks, which would run again, and fits into an array of the
  /// pool as it is. Any other error as it is.
  ///
  /// @param room how many bytes there were for the payload
  SerializationException explained(
      SerializationException error, @Nullable Object value, long room) {
    if (error.kind() != Kind.DESTINATION_TOO_SMALL) {
      return error;
    }
    int length = lengthIfCheap(value, room);
    return Errors.retold(
        error,
        length == 0
            ? "destination too small: the payload takes more than the "
                + room
                + " bytes that are left for it; measure(value) returns its length"
            : message(length, room));
  }

  /// What is wrong where the length of a payload is known.
  ///
  /// @param room how many bytes there were for it
  static String message(long length, long room) {
    return "destination too small: the payload takes "
        + length
        + " bytes, and "
        + room
        + " are left for it";
  }

  /// @return zero if it is not known
  private int lengthIfCheap(@Nullable Object value, long room) {
    TypeEntry entry = payload.registry().rootEntry(value);
    if (payload.registry().mayRunHooks(entry)) {
      return 0;
    }
    GrowingArray scratch = arrays.acquire();
    try {
      byte[] array = scratch.array();
      return array.length <= room ? 0 : payload.write(value, entry, array, 0, array.length, null);
    } catch (RuntimeException e) {
      return 0; // too long, or changed since
    } finally {
      arrays.release(scratch);
    }
  }
}
