// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.lang.ref.SoftReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A pool of arrays for long messages, which all calls share. It keeps a few arrays of each length
/// until the JVM needs their memory.
///
/// The lengths are 4, 5, 6 and 7 times a power of two, so an array is at most a quarter longer than
/// its message.
final class LargeArrays {

  /// Shorter arrays are not pooled.
  static final int LEAST_BYTES = 1 << 16;

  /// Longer arrays are not pooled.
  private static final int MOST_BYTES = 1 << 24;

  /// The lengths that share a power of two.
  private static final int STEPS = 4;

  private static final int STEP_BITS = 2;
  private static final int KEPT = 4;
  private static final int FIRST_CLASS = sizeClass(LEAST_BYTES);

  private static final AtomicReferenceArray<@Nullable SoftReference<byte[]>> POOL =
      new AtomicReferenceArray<>((sizeClass(MOST_BYTES) - FIRST_CLASS + 1) * KEPT);

  private LargeArrays() {}

  /// The class of the longest arrays that are not longer than this.
  private static int sizeClass(int length) {
    int shift = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(length) - STEP_BITS;
    return shift * STEPS + (length >>> shift) - STEPS;
  }

  private static int lengthOf(int sizeClass) {
    return (STEPS + sizeClass % STEPS) << (sizeClass / STEPS);
  }

  /// Takes an array with at least this many bytes from the pool, or creates one. Its content is
  /// undefined. An array that is not pooled has exactly this length.
  static byte[] take(int bytes) {
    if (bytes < LEAST_BYTES || bytes > MOST_BYTES) {
      return new byte[bytes];
    }
    int sizeClass = sizeClass(bytes);
    if (lengthOf(sizeClass) < bytes) {
      sizeClass++;
    }
    int first = (sizeClass - FIRST_CLASS) * KEPT;
    for (int place = first; place < first + KEPT; place++) {
      if (POOL.getPlain(place) != null) {
        // Pairs with the release in giveBack.
        SoftReference<byte[]> kept = POOL.getAndSet(place, null);
        byte[] array = kept == null ? null : kept.get();
        if (array != null) {
          return array;
        }
      }
    }
    return new byte[lengthOf(sizeClass)];
  }

  /// Returns an array to the pool, if it is of a length that is pooled. The caller must not use it
  /// again.
  static void giveBack(byte[] array) {
    int length = array.length;
    if (length < LEAST_BYTES || length > MOST_BYTES) {
      return;
    }
    int sizeClass = sizeClass(length);
    if (lengthOf(sizeClass) != length) {
      return;
    }
    int first = (sizeClass - FIRST_CLASS) * KEPT;
    for (int place = first; place < first + KEPT; place++) {
      if (isEmpty(POOL.getPlain(place))) {
        // If two threads store to the same place, one array is lost, which is harmless.
        POOL.setRelease(place, new SoftReference<>(array));
        return;
      }
    }
  }

  private static boolean isEmpty(@Nullable SoftReference<byte[]> kept) {
    return kept == null || kept.refersTo(null);
  }
}
