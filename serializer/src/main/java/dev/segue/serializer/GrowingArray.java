// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Kept;
import dev.segue.serializer.internal.call.OutgoingContents;
import dev.segue.serializer.internal.call.Pooled;
import dev.segue.serializer.internal.payload.Attempts;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/// A reusable array that grows, for payloads whose length is not known before they are written.
/// Used by one thread at a time.
///
/// A payload that does not fit is written again from its start to a larger array. If an earlier
/// payload with such a root did not fit either, the array is as large as that one. Hooks do not run
/// again, see [Attempts]. So that this is rare, the array is kept for the next payload: for good up
/// to [#MAX_KEPT_BYTES], and beyond that until the garbage collector clears it ([Kept]), or until
/// payloads have been much smaller for some hundred calls.
abstract class GrowingArray extends Pooled {

  /// The maximum length of an array.
  static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  /// A larger array may be collected between payloads, see [Kept].
  static final int MAX_KEPT_BYTES = 1 << 20;

  private static final int FIRST_BYTES = 1 << 12;

  /// An array is kept while it is at most this many times as large as recent payloads.
  private static final int MOST_SPACIOUS = 4;

  /// An array becomes at most this many times as large at once, whatever earlier payloads took.
  private static final int MOST_GROWTH = 64;

  /// The rate at which large payloads are forgotten: the smaller, the sooner.
  private static final int MEMORY_SHIFT = 8;

  private static final String REMEDY =
      "write it as several payloads, or pass large arrays out of band (outOfBandThreshold)";

  private byte[] kept = new byte[FIRST_BYTES];
  private byte[] array = kept;
  private @Nullable Reference<byte[]> large;

  /// The state of the last call whose root had hooks, for the next one.
  private @Nullable Attempts last;

  /// The state of the current call; null if nothing that is written has hooks.
  private @Nullable Attempts attempts;

  /// The length of the current payload.
  private int usedBytes;

  /// The length of the largest recent payload, which fades over time.
  private int recentBytes;

  private GrowingArray() {}

  static GrowingArray create() {
    return new Apart();
  }

  /// Checks a maximum length, and caps it at the maximum length of an array.
  static int requireMaximum(int maxPayloadBytes) {
    if (maxPayloadBytes <= 0) {
      throw new IllegalArgumentException("maxPayloadBytes=" + maxPayloadBytes);
    }
    return Math.min(maxPayloadBytes, MAX_BYTES);
  }

  /// Begins a call that may have to write its payload more than once, here or elsewhere. [#trim]
  /// ends it.
  ///
  /// @return the state of the call; null if nothing that is written has hooks
  @Nullable Attempts begin(Payload payload, @Nullable TypeEntry entry) {
    if (!payload.registry().mayRunHooks(entry)) {
      attempts = null;
      return null;
    }
    Attempts begun = Attempts.begin(payload, last);
    last = begun;
    attempts = begun;
    return begun;
  }

  /// Begins a call that writes out of band, as [#begin] does.
  ///
  /// @return the receiver of contents, to begin the call with
  OutgoingContents beginOutOfBand(Payload payload) {
    Attempts begun = Attempts.beginOutOfBand(payload, last);
    last = begun;
    attempts = begun;
    return begun.outgoing();
  }

  /// The array, which begins with the last payload written.
  byte[] array() {
    return array;
  }

  /// Writes a payload to the beginning of the array.
  ///
  /// @return its length
  int write(Payload payload, @Nullable Object value) {
    TypeEntry entry = payload.registry().rootEntry(value);
    Attempts _ = begin(payload, entry);
    return writeAny(payload, value, entry, MAX_BYTES, REMEDY);
  }

  /// Writes a payload to the beginning of the array, in a call that has begun.
  ///
  /// @return its length
  int writeBegun(Payload payload, @Nullable Object value) {
    return writeAny(payload, value, payload.registry().rootEntry(value), MAX_BYTES, REMEDY);
  }

  /// Writes a payload to the beginning of the array.
  ///
  /// @param remedy the advice in the error about a payload that is too long
  /// @return its length
  int write(Payload payload, @Nullable Object value, int maxBytes, String remedy) {
    TypeEntry entry = payload.registry().rootEntry(value);
    Attempts _ = begin(payload, entry);
    return writeAny(payload, value, entry, maxBytes, remedy);
  }

  private int writeAny(
      Payload payload,
      @Nullable Object value,
      @Nullable TypeEntry entry,
      int maxBytes,
      String remedy) {
    try {
      return writeWithin(payload, value, entry, maxBytes);
    } catch (SerializationException e) {
      if (e.kind() != Kind.DESTINATION_TOO_SMALL) {
        throw e;
      }
      throw new SerializationException(
          maxBytes == MAX_BYTES ? Kind.TOO_LARGE : Kind.LIMIT_EXCEEDED,
          "the payload takes more than the allowed " + maxBytes + " bytes; " + remedy,
          e);
    }
  }

  /// Writes a payload to the beginning of the array, in a call that has [begun][#begin]. A payload
  /// that takes more than the maximum fails with [Kind#DESTINATION_TOO_SMALL].
  ///
  /// @param entry the value's entry, or null if the value is null
  int writeWithin(
      Payload payload, @Nullable Object value, @Nullable TypeEntry entry, int maxBytes) {
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
        array = kept; // drops the short array before the larger one is allocated
        array = new byte[grown(limit, expected, maxBytes)];
        isFirst = false;
      }
    }
  }

  /// The array, with at least this length; its content may be lost.
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

  /// Notes the length of the current payload.
  void uses(int bytes) {
    usedBytes = bytes;
  }

  /// Makes the array longer, and keeps its first `used` bytes.
  void grow(int used, int maxBytes) {
    byte[] larger = largest();
    if (larger.length <= array.length) {
      larger = new byte[doubled(array.length, maxBytes)];
    }
    System.arraycopy(array, 0, larger, 0, used);
    array = larger;
  }

  /// The largest array at hand.
  private byte[] largest() {
    byte[] other = large == null ? null : large.get();
    return other == null || other.length < array.length ? array : other;
  }

  private static int doubled(int length, int maxBytes) {
    return length > maxBytes / 2 ? maxBytes : 2 * length;
  }

  /// The length of the array that replaces one that was too short.
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
    if (attempts != null) {
      Attempts.end(attempts);
      attempts = null;
    }
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
      return;
    }
    array = kept;
    if (used.length / MOST_SPACIOUS > recentBytes) {
      large = null;
    } else if (large == null || large.get() != used) {
      large = Kept.of(used);
    }
  }

  /// With a margin after the fields, see [CacheMargin].
  private static final class Apart extends GrowingArray {
    @SuppressWarnings("unused")
    private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;
  }
}
