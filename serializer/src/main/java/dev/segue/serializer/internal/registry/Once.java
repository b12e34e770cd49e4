// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What is made when it is first asked for, and kept; tried again each time as long as that fails.
/// All who ask get the same.
///
/// Others wait while one makes it, but not for ever: the one may be a virtual thread that waited
/// for something itself and finds no carrier any more, since those who wait keep theirs. They do
/// where they come from constants of generated code or from static initializers, which are frames
/// of the JVM's own. After a while a second makes it, too, after another all who still wait, and
/// those at once who are interrupted; the first that is ready counts.
public final class Once<T> implements Supplier<T> {

  /// Longer than making what is needed takes as a rule, and short enough where it has to pass.
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

  /// Whether this thread is the one who makes it; if not, it has waited for long enough.
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
