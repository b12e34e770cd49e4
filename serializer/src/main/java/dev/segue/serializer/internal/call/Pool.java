// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.error.Errors;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A pool of objects that calls reuse. It grows to the number of objects that were in use at the
/// same time, up to a limit. The objects do not belong to threads, so that finished virtual threads
/// leave none behind. But a thread prefers the object that it used last, which is likely in its
/// processor's cache.
///
/// Once all objects have been created, threads only read shared memory, and write only to the
/// objects that they take, see [CacheMargin].
///
/// @param <T> the type of the objects; each is used by one call at a time
public final class Pool<T extends Pooled> {

  private static final int TRIES = 4;
  private static final int MOST =
      Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 8, 128);

  private final AtomicReferenceArray<@Nullable T> places;

  /// For each place, the id of the thread that used its object last. It is written without
  /// synchronization when another thread takes the object; a wrong id only costs time.
  private final int[] users;

  private final int mask;

  /// Creates a pool for about twice as many objects as there are processors.
  public Pool() {
    this(MOST);
  }

  /// @param most the maximum number of objects, rounded down to a power of two
  Pool(int most) {
    int count = Integer.highestOneBit(most);
    this.places = new AtomicReferenceArray<>(count);
    this.users = new int[(count + 2) * CacheMargin.INTS];
    this.mask = count - 1;
  }

  /// Takes an object; null if no free one is found.
  public @Nullable T take() {
    int thread = thread();
    T last = users[user(thread)] == thread ? places.getAcquire(thread & mask) : null;
    return last != null && last.take() ? last : search(thread);
  }

  private @Nullable T search(int thread) {
    for (int i = 1; i < TRIES; i++) {
      if (users[user(thread + i)] == thread) {
        T one = places.getAcquire((thread + i) & mask);
        if (one != null && one.take()) {
          return one;
        }
      }
    }
    for (int i = 0; i < TRIES; i++) {
      T one = places.getAcquire((thread + i) & mask);
      if (one != null && one.take()) {
        users[user(thread + i)] = thread;
        return one;
      }
    }
    return null;
  }

  /// Keeps an object for the next call, if there is room.
  public void giveBack(T used) {
    if (!used.giveBack()) {
      enter(used);
    }
  }

  /// Ends the use of an object by a call that failed: keeps it only if the failure is
  /// [orderly][Errors#isOrderly]. Otherwise, the next call might find an inconsistent state.
  public void giveBack(T used, Throwable failure) {
    if (Errors.isOrderly(failure)) {
      giveBack(used);
    } else {
      discard(used);
    }
  }

  /// Removes an object that must not be used again, and frees its place.
  @SuppressWarnings("ReferenceEquality") // by identity
  public void discard(T used) {
    for (int i = 0; i <= mask; i++) {
      if (places.getPlain(i) == used) {
        places.compareAndSet(i, used, null);
        return;
      }
    }
  }

  private void enter(T created) {
    created.enterPool();
    int thread = thread();
    for (int i = 0; i < TRIES; i++) {
      int place = (thread + i) & mask;
      if (places.getPlain(place) == null && places.compareAndSet(place, null, created)) {
        users[user(place)] = thread;
        return;
      }
    }
  }

  /// The index of a place's user.
  private int user(int place) {
    return ((place & mask) + 1) * CacheMargin.INTS;
  }

  private static int thread() {
    return (int) Thread.currentThread().threadId();
  }
}
