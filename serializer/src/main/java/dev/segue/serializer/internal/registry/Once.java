// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A lazily created value. If creation fails, the next call retries. All callers get the same
/// value.
///
/// Other threads wait while one creates the value, but not indefinitely. The creating thread may be
/// a virtual thread that has to wait and then finds no free carrier, because waiting threads are
/// pinned to theirs: resolving constants of generated code and running static initializers involves
/// native frames. After a delay, a second thread also creates the value. After the same delay
/// again, all waiting threads do so; interrupted threads do so immediately. The first value is
/// kept.
public final class Once<T> implements Supplier<T> {

  /// The delay: longer than creating a value usually takes, but short enough to wait for.
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

  /// Whether this thread should create the value, because it was chosen or has waited long enough.
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
