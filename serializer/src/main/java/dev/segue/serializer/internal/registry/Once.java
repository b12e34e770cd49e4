// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A lazily created value. If creation fails, the next call tries again. All callers get the same
/// value.
///
/// Other threads wait while one creates the value, but not indefinitely. The creating thread may be
/// a virtual thread that has to wait itself, and then finds no carrier: waiting threads are pinned
/// to theirs if they come from constants of generated code or from static initializers, which are
/// native frames. After some time, a second thread creates the value, too; after the same time
/// again, all threads that still wait do so; and interrupted threads do so at once. The first value
/// is kept.
public final class Once<T> implements Supplier<T> {

  /// Longer than creating a value usually takes, and short enough to wait for.
  private static final long PATIENCE_MILLIS = 200;

  private final Supplier<? extends T> maker;
  private final ReentrantLock first = new ReentrantLock();
  private final ReentrantLock second = new ReentrantLock();
  private volatile @Nullable T made;

  public Once(Supplier<? extends T> maker) {
    this.maker = maker;
  }

  @Override
  public T get() {
    T known = made;
    return known != null ? known : make();
  }

  private T make() {
    return tryLock(first)
        ? makeAndUnlock(first)
        : tryLock(second) ? makeAndUnlock(second) : makeUnlessMade();
  }

  /// Whether this thread is to create the value; if not, it has waited long enough.
  private static boolean tryLock(ReentrantLock lock) {
    try {
      return lock.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private T makeAndUnlock(ReentrantLock lock) {
    try {
      return makeUnlessMade();
    } finally {
      lock.unlock();
    }
  }

  private T makeUnlessMade() {
    T known = made;
    return known != null ? known : publish(maker.get());
  }

  private synchronized T publish(T fresh) {
    T known = made;
    if (known == null) {
      known = fresh;
      made = known;
    }
    return known;
  }
}
