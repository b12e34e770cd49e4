// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A pool of objects that calls reuse: as many as were in use at the same time, up to a limit. The
/// objects do not belong to threads, so virtual threads do not leave any behind.
///
/// @param <T> the type of the objects; each is used by one call at a time
public final class Pool<T> {

  private static final int TRIES = 4;
  private static final int MOST =
      Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 8, 128);

  /// The distance between places, of two cache lines, since processors fetch lines in pairs. If the
  /// places of two threads shared a line, each call of one would wait for the processor of the
  /// other.
  private static final int REFERENCES_APART = 128 / Integer.BYTES;

  private final AtomicReferenceArray<@Nullable T> references;
  private final int mask;

  /// Creates a pool for about twice as many objects as there are processors.
  public Pool() {
    this(MOST);
  }

  /// @param most the maximum number of objects, rounded down to a power of two
  Pool(int most) {
    int places = Integer.highestOneBit(most);
    this.references = new AtomicReferenceArray<>((places + 1) * REFERENCES_APART);
    this.mask = places - 1;
  }

  /// Takes an object, or null if none is found.
  public @Nullable T take() {
    int first = first();
    for (int i = 0; i < TRIES; i++) {
      int at = at(first + i);
      if (references.getPlain(at) != null) {
        // Pairs with the release in giveBack: everything that its last user wrote is visible.
        T kept = references.getAndSet(at, null);
        if (kept != null) {
          return kept;
        }
      }
    }
    return null;
  }

  /// Keeps an object for the next call, if there is room.
  public void giveBack(T used) {
    int first = first();
    for (int i = 0; i < TRIES; i++) {
      int at = at(first + i);
      if (references.getPlain(at) == null) {
        // If two threads reach one place at once, one object is lost. To prevent that, each call
        // would have to wait until its writes are visible to others.
        references.setRelease(at, used);
        return;
      }
    }
  }

  /// The index of a place. The first lines are left out: they hold the array's length, which all
  /// calls read.
  private int at(int place) {
    return ((place & mask) + 1) * REFERENCES_APART;
  }

  private static int first() {
    return (int) Thread.currentThread().threadId();
  }
}
