// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import dev.segue.serializer.internal.error.Errors;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// A pool of objects that calls reuse: as many as were in use at the same time, up to a limit. The
/// objects do not belong to threads, so virtual threads do not leave any behind. But a thread takes
/// the object that it used last, if that is free: it is in the cache of the thread's processor.
///
/// Once all objects have been created, threads only read what they share: each writes to the
/// objects that it takes, see [CacheMargin].
///
/// @param <T> the type of the objects; each is used by one call at a time
public final class Pool<T extends Pooled> {

  private static final int TRIES = 4;
  private static final int MOST =
      Math.clamp(2L * Runtime.getRuntime().availableProcessors(), 8, 128);

  private final AtomicReferenceArray<@Nullable T> places;

  /// For each place the id of the thread that used its object last. Written without synchronization
  /// whenever another thread uses the object: a wrong one costs time only.
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

  /// Takes an object, or null if none is found.
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
  /// [orderly][Errors#isOrderly]. Otherwise the next call would find a state that no code expects.
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
