// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// What calls leave for the next ones, which need not make it anew: as much as there were calls at
/// once, up to a bound. No thread owns any of it, so that virtual threads do not leave any behind.
///
/// @param <T> what is kept; one call at a time uses it
public final class Pool<T> {

  private static final int TRIES = 4;
  private static final int MOST =
      Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 8, 128);

  /// Places stand in cache lines of their own, two each, since processors fetch them in pairs: if
  /// two threads had theirs in one, each call of either would wait for the other's processor.
  private static final int REFERENCES_APART = 128 / Integer.BYTES;

  private final AtomicReferenceArray<@Nullable T> references;
  private final int mask;

  /// Keeps about twice as much as there are processors.
  public Pool() {
    this(MOST);
  }

  /// @param most how much is kept; that, or the next lower power of two
  Pool(int most) {
    int places = Integer.highestOneBit(most);
    this.references = new AtomicReferenceArray<>((places + 1) * REFERENCES_APART);
    this.mask = places - 1;
  }

  /// Something that was kept, or null.
  public @Nullable T take() {
    int first = first();
    for (int i = 0; i < TRIES; i++) {
      int at = at(first + i);
      if (references.getPlain(at) != null) {
        // Pairs with the release in giveBack: all that its last user wrote is seen.
        T kept = references.getAndSet(at, null);
        if (kept != null) {
          return kept;
        }
      }
    }
    return null;
  }

  /// Keeps something for the next call, if there is room.
  public void giveBack(T used) {
    int first = first();
    for (int i = 0; i < TRIES; i++) {
      int at = at(first + i);
      if (references.getPlain(at) == null) {
        // Of two that come to one place at once, one is lost. To exclude that, each call would have
        // to wait until all that it has written is seen by others.
        references.setRelease(at, used);
        return;
      }
    }
  }

  /// Behind what stands before the first one, the array's length, which all calls read.
  private int at(int place) {
    return ((place & mask) + 1) * REFERENCES_APART;
  }

  private static int first() {
    return (int) Thread.currentThread().threadId();
  }
}
