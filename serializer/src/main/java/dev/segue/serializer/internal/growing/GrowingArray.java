// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.growing;

import dev.segue.serializer.internal.call.Kept;
import dev.segue.serializer.internal.call.Pooled;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/// A reusable array for payloads whose length is not known before they are written or read. Used by
/// one thread at a time.
///
/// The array is kept for the next payload, so that most payloads fit. Up to [#MAX_KEPT_BYTES], it
/// is never released. A larger array is kept until the garbage collector clears it ([Kept]), or
/// until payloads have been much smaller for some hundred calls.
public abstract class GrowingArray extends Pooled {

  /// The maximum length of a strongly reachable array. A larger one may be collected between
  /// payloads, see [Kept].
  static final int MAX_KEPT_BYTES = 1 << 20;

  private static final int FIRST_BYTES = 1 << 12;

  /// The maximum length of a kept array, as a multiple of recent payloads.
  private static final int MOST_SPACIOUS = 4;

  /// The decay rate for the size of large payloads: the smaller, the faster.
  private static final int MEMORY_SHIFT = 8;

  private static final byte[] NONE = {};

  private byte[] kept = NONE;
  private byte[] array = kept;
  private @Nullable Reference<byte[]> large;

  /// The length of the current payload.
  private int usedBytes;

  /// The length of the largest recent payload, which decays over time.
  private int recentBytes;

  GrowingArray() {}

  public static GrowingArray create() {
    return new Padded();
  }

  /// Checks a maximum length, and caps it at the maximum length of an array.
  public static int requireMaximum(int maxPayloadBytes) {
    if (maxPayloadBytes <= 0) {
      throw new IllegalArgumentException("maxPayloadBytes=" + maxPayloadBytes);
    }
    return Math.min(maxPayloadBytes, Growing.MAX_BYTES);
  }

  /// The array, which begins with the last payload written.
  public final byte[] array() {
    return array;
  }

  /// The array, with at least this length; its content may be lost.
  public final byte[] ofAtLeast(int bytes) {
    if (array.length < bytes) {
      array = largest();
    }
    if (array.length < bytes) {
      array = new byte[Math.max(bytes, doubled(array.length, Growing.MAX_BYTES))];
    }
    uses(bytes);
    return array;
  }

  /// Records the length of the current payload.
  public final void uses(int bytes) {
    usedBytes = bytes;
  }

  /// Enlarges the array, and keeps its first `used` bytes.
  public final void grow(int used, int maxBytes) {
    int length = array.length;
    byte[] larger = largest();
    if (larger.length <= length) {
      larger = new byte[doubled(length, maxBytes)];
    }
    System.arraycopy(array, 0, larger, 0, used);
    array = larger;
  }

  /// The largest available array, if the current one is shorter than this length.
  final byte[] largest(int bytes) {
    if (array.length < bytes) {
      array = largest();
    }
    return array;
  }

  /// Replaces the array with a longer one, without its content.
  final byte[] replace(int bytes) {
    array = kept; // drops the short array before the longer one is allocated
    array = new byte[bytes];
    return array;
  }

  /// The largest available array.
  @SuppressWarnings("ReferenceEquality") // of arrays
  private byte[] largest() {
    if (kept == NONE) {
      kept = new byte[FIRST_BYTES];
      array = array == NONE ? kept : array;
    }
    byte[] other = large == null ? null : large.get();
    return other == null || other.length < array.length ? array : other;
  }

  private static int doubled(int length, int maxBytes) {
    return length > maxBytes / 2 ? maxBytes : 2 * length;
  }

  /// Ends the use of the array for one payload.
  @SuppressWarnings("ReferenceEquality") // of arrays
  public final void trim() {
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

  /// Adds a margin after the fields, see [dev.segue.serializer.internal.call.CacheMargin].
  private static final class Padded extends GrowingArray {
    @SuppressWarnings("unused")
    private long m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15;
  }
}
