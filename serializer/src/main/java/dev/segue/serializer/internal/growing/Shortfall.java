// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.growing;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.call.UnexpectedHook;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import org.jspecify.annotations.Nullable;

/// Completes the error about a destination that is too small: adds the length of the payload and
/// the available room.
final class Shortfall {

  private Shortfall() {}

  /// Adds the length of the payload if it is cheap to measure: there are no hooks, which would run
  /// again, and the payload fits into a pooled array without growing it. Returns any other error
  /// unchanged.
  ///
  /// @param room the number of bytes available for the payload
  static SerializationException explained(
      SerializationException error, Growing growing, @Nullable Object value, long room) {
    if (error.kind() != Kind.DESTINATION_TOO_SMALL) {
      return error;
    }
    int length = lengthIfCheap(growing, value, room);
    return Errors.retold(
        error,
        length == 0
            ? "destination too small: the payload takes more than the "
                + room
                + " bytes that are left for it; measure(value) returns its length"
            : message(length, room));
  }

  /// The message for a payload of known length.
  ///
  /// @param room the number of bytes available for the payload
  static String message(long length, long room) {
    return "destination too small: the payload takes "
        + length
        + " bytes, and "
        + room
        + " are left for it";
  }

  /// The length of the payload, or zero if it is not known.
  private static int lengthIfCheap(Growing growing, @Nullable Object value, long room) {
    Payload payload = growing.payload();
    TypeEntry entry = payload.registry().rootEntry(value);
    if (payload.registry().mayRunHooks(entry)) {
      return 0;
    }
    GrowingCall scratch = growing.acquire();
    try {
      byte[] array = scratch.largest(1);
      Session watcher = payload.registry().hasRules() ? payload.watcher() : null;
      return array.length <= room
          ? 0
          : payload.write(value, entry, array, 0, array.length, watcher);
    } catch (RuntimeException | UnexpectedHook e) {
      return 0; // too long, or changed in the meantime
    } finally {
      growing.release(scratch);
    }
  }
}
