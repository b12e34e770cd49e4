// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Arrays for payloads whose length is not known before they are written, kept from one call to the
/// next. There are never more of them than threads were at it at once, nor than twice the
/// processors; each keeps at most [GrowingArray#MAX_KEPT_BYTES]. No thread owns one, so that
/// virtual threads do not leave any behind.
final class ArrayPool {

  private static final int PROBES = 4;
  private static final int SIZE =
      Integer.highestOneBit(Math.max(PROBES, 2 * Runtime.getRuntime().availableProcessors()));

  private final AtomicReferenceArray<@Nullable GrowingArray> places =
      new AtomicReferenceArray<>(SIZE);

  GrowingArray acquire() {
    int first = first();
    for (int i = 0; i < PROBES; i++) {
      int place = (first + i) & (SIZE - 1);
      if (places.getPlain(place) != null) {
        // Pairs with the exchange in release: what its last user wrote is seen, the array too.
        GrowingArray array = places.getAndSet(place, null);
        if (array != null) {
          return array;
        }
      }
    }
    return new GrowingArray();
  }

  void release(GrowingArray array) {
    array.trim();
    int first = first();
    for (int i = 0; i < PROBES; i++) {
      int place = (first + i) & (SIZE - 1);
      if (places.getPlain(place) == null) {
        // Pairs with the exchange in acquire. Of two that are put there at once one is lost, which
        // costs an array once in a while; to exclude it would cost each call a fence.
        places.setRelease(place, array);
        return;
      }
    }
  }

  private static int first() {
    return (int) Thread.currentThread().threadId();
  }
}
