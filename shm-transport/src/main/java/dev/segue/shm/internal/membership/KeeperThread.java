// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The thread that runs the checks of all keepers in turn. It runs while there are keepers.
///
/// Checks with the same interval are due at the same time, so that many channels wake the thread no
/// more often than one. Repairs may take long, because they create lanes. They run on a second
/// thread, which is started when needed, so that heartbeats do not wait for them.
final class KeeperThread {

  static final String NAME = "segue-shm-keeper";
  private static final String REPAIRS = NAME + "-repairs";
  private static final long LONGEST_WAIT_NANOS = 1_000_000_000;
  private static final long RETRY_NANOS = 10_000_000;
  private static final long REPAIRS_LINGER_SECONDS = 2;

  /// Guarded by the class.
  private static @Nullable KeeperThread current;

  private final Set<Keeper> keepers = ConcurrentHashMap.newKeySet();
  private final Thread thread = factory(NAME).newThread(this::run);
  private final ThreadPoolExecutor repairs =
      new ThreadPoolExecutor(
          1,
          1,
          REPAIRS_LINGER_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          factory(REPAIRS));
  private volatile boolean stopped;

  private KeeperThread() {
    repairs.allowCoreThreadTimeOut(true);
  }

  /// Creates threads that keep no reference to the state of the thread that starts them.
  private static ThreadFactory factory(String name) {
    return task -> {
      Thread thread =
          Thread.ofPlatform()
              .daemon()
              .name(name)
              .inheritInheritableThreadLocals(false)
              .unstarted(task);
      thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
      return thread;
    };
  }

  /// Starts running the checks of a keeper.
  ///
  /// @throws OutOfMemoryError when no thread can be started; then nothing has changed
  static synchronized void add(Keeper keeper) {
    @Nullable KeeperThread running = current;
    if (running == null) {
      running = new KeeperThread();
      running.thread.start();
      current = running;
    }
    running.keepers.add(keeper);
    LockSupport.unpark(running.thread); // It may be due sooner than the others.
  }

  /// Makes the thread check again which keepers are due.
  static synchronized void wake() {
    @Nullable KeeperThread running = current;
    if (running != null) {
      LockSupport.unpark(running.thread);
    }
  }

  /// Stops running the checks of a keeper. If it was the last one, the thread has ended when this
  /// returns.
  static void remove(Keeper keeper) {
    @Nullable KeeperThread ended = null;
    synchronized (KeeperThread.class) {
      @Nullable KeeperThread running = current;
      if (running != null && running.keepers.remove(keeper) && running.keepers.isEmpty()) {
        current = null;
        ended = running;
      }
    }
    if (ended != null) {
      ended.stop();
    }
  }

  private void stop() {
    stopped = true;
    repairs.shutdown();
    boolean interrupted = false;
    while (thread.isAlive()) {
      LockSupport.unpark(thread);
      try {
        thread.join(1);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    while (!stopped) {
      boolean _ = Thread.interrupted(); // An interrupt must not make it spin.
      long now = System.nanoTime();
      long wait = checkIfDue(now);
      LockSupport.parkNanos(this, Math.max(1, wait - (System.nanoTime() - now)));
    }
  }

  /// @return the time until the next check of any keeper, in nanoseconds
  private long checkIfDue(long now) {
    long wait = LONGEST_WAIT_NANOS;
    try {
      for (Keeper keeper : keepers) {
        wait = Math.min(wait, keeper.checkIfDue(now, repairs));
      }
    } catch (OutOfMemoryError e) {
      return RETRY_NANOS;
    }
    return wait;
  }
}
