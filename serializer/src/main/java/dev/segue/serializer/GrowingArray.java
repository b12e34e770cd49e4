// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.payload.Attempts;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.ref.SoftReference;
import org.jspecify.annotations.Nullable;

/// Memory for payloads whose length is not known before they are written. One thread at a time.
///
/// A payload that does not fit is written again from its start to a larger array, as large as the
/// last one with such a root that did not fit, if there was one; hooks do not run again, see
/// [Attempts]. So that this is rare, the array is kept for the next payload: for good up to
/// [#MAX_KEPT_BYTES], and beyond that until the garbage collector clears it, or until payloads have
/// been much smaller for some hundred calls.
final class GrowingArray {

  /// As long as an array can be.
  static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  /// What is larger is kept only as long as memory is not needed for something else.
  static final int MAX_KEPT_BYTES = 1 << 20;

  private static final int FIRST_BYTES = 1 << 12;

  /// How many times as large an array may be as the payloads that it is kept for.
  private static final int MOST_SPACIOUS = 4;

  /// An array is not made larger by more than this at once, whatever payload there was before.
  private static final int MOST_GROWTH = 64;

  /// The smaller, the sooner a large payload is forgotten.
  private static final int MEMORY_SHIFT = 8;

  private byte[] kept = new byte[FIRST_BYTES];
  private byte[] array = kept;
  private @Nullable SoftReference<byte[]> large;

  /// What a call has left for the next one.
  private @Nullable Attempts last;

  /// How much of the array this payload takes.
  private int usedBytes;

  /// How much the largest of those before took, which fades.
  private int recentBytes;

  /// The length that a payload may have, of which no array is shorter.
  static int requireMaximum(int maxPayloadBytes) {
    if (maxPayloadBytes <= 0) {
      throw new IllegalArgumentException("maxPayloadBytes=" + maxPayloadBytes);
    }
    return Math.min(maxPayloadBytes, MAX_BYTES);
  }

  /// Begins a call that may have to write its payload more than once, here or elsewhere.
  ///
  /// @return null if nothing that is written has hooks
  @Nullable Attempts begin(Payload payload, @Nullable TypeEntry entry) {
    Attempts begun = Attempts.begin(payload, entry, last);
    if (begun != null) {
      last = begun;
    }
    return begun;
  }

  /// The last payload written, from the first byte on.
  byte[] array() {
    return array;
  }

  /// Writes a payload to the begin of the array.
  ///
  /// @return its length
  int write(Payload payload, @Nullable Object value) {
    return write(
        payload,
        value,
        MAX_BYTES,
        "write it as several payloads, or pass large arrays out of band (outOfBandThreshold)");
  }

  /// Writes a payload to the begin of the array.
  ///
  /// @param remedy what to do about one that is too long
  /// @return its length
  int write(Payload payload, @Nullable Object value, int maxBytes, String remedy) {
    TypeEntry entry = payload.registry().rootEntry(value);
    Attempts attempts = begin(payload, entry);
    try {
      return writeWithin(payload, value, entry, maxBytes, attempts);
    } catch (SerializationException e) {
      if (e.kind() != Kind.DESTINATION_TOO_SMALL) {
        throw e;
      }
      throw new SerializationException(
          maxBytes == MAX_BYTES ? Kind.TOO_LARGE : Kind.LIMIT_EXCEEDED,
          "the payload takes more than the allowed " + maxBytes + " bytes; " + remedy,
          e);
    } finally {
      Attempts.end(attempts);
    }
  }

  /// The same, where a payload that takes more than is allowed fails as one whose destination is
  /// too small.
  ///
  /// @param entry the value's, or null if that is null
  /// @param attempts see [#begin]
  int writeWithin(
      Payload payload,
      @Nullable Object value,
      @Nullable TypeEntry entry,
      int maxBytes,
      @Nullable Attempts attempts) {
    if (array.length < maxBytes) {
      array = largest();
    }
    boolean isFirst = true;
    while (true) {
      int limit = Math.min(array.length, maxBytes);
      try {
        usedBytes = payload.write(value, entry, array, 0, limit, attempts);
        if (!isFirst && entry != null) {
          entry.tookBytes(usedBytes);
        }
        return usedBytes;
      } catch (SerializationException e) {
        if (e.kind() != Kind.DESTINATION_TOO_SMALL || limit == maxBytes) {
          throw e;
        }
        int expected = entry == null ? 0 : entry.expectedBytes();
        array = kept; // so that nothing else holds the one that was too short
        array = new byte[grown(limit, expected, maxBytes)];
        isFirst = false;
      }
    }
  }

  /// The array, of that length or more; what was in it may be gone.
  byte[] ofAtLeast(int bytes) {
    if (array.length < bytes) {
      array = largest();
    }
    if (array.length < bytes) {
      array = new byte[Math.max(bytes, doubled(array.length, MAX_BYTES))];
    }
    uses(bytes);
    return array;
  }

  /// Notes how much of the array a payload takes.
  void uses(int bytes) {
    usedBytes = bytes;
  }

  /// Makes room behind the first `used` bytes, which are kept.
  void grow(int used, int maxBytes) {
    byte[] larger = largest();
    if (larger.length <= array.length) {
      larger = new byte[doubled(array.length, maxBytes)];
    }
    System.arraycopy(array, 0, larger, 0, used);
    array = larger;
  }

  /// The largest array there is.
  private byte[] largest() {
    byte[] cleared = large == null ? null : large.get();
    return cleared == null || cleared.length < array.length ? array : cleared;
  }

  private static int doubled(int length, int maxBytes) {
    return length > maxBytes / 2 ? maxBytes : 2 * length;
  }

  /// How long an array is that is made after one which was too short.
  private static int grown(int length, int expected, int maxBytes) {
    long next =
        expected > length
            ? Math.min(expected, (long) MOST_GROWTH * length)
            : (long) length * (length < 1 << 18 ? 8 : length < 1 << 24 ? 4 : 2);
    return (int) Math.min(next, maxBytes);
  }

  /// Ends the use of the array for one payload.
  @SuppressWarnings("ReferenceEquality") // of arrays
  void trim() {
    int length = usedBytes;
    usedBytes = 0;
    recentBytes =
        Math.max(length, recentBytes - (Math.max(0, recentBytes - length) >> MEMORY_SHIFT));
    byte[] used = array;
    if (used == kept) {
      return;
    }
    if (used.length <= MAX_KEPT_BYTES) {
      kept = used;
    } else if (used.length / MOST_SPACIOUS > recentBytes) {
      large = null;
    } else if (large == null || large.get() != used) {
      large = new SoftReference<>(used);
    }
    array = kept;
  }
}
