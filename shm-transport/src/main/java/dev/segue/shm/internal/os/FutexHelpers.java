// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// Platform threads that sleep on a futex in place of virtual threads, which would block their
/// carriers. There is one for each sleeping virtual thread; idle ones end after a few seconds.
final class FutexHelpers {

  private static final int MOST_THREADS = 256;
  private static final long KEEP_SECONDS = 5;

  private static final ThreadPoolExecutor THREADS =
      new ThreadPoolExecutor(
          0,
          MOST_THREADS,
          KEEP_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> {
            Thread thread =
                Thread.ofPlatform()
                    .daemon()
                    .name("segue-shm-sleeper")
                    .inheritInheritableThreadLocals(false)
                    .unstarted(task);
            // Otherwise the first caller's class loader could not be unloaded.
            thread.setContextClassLoader(null);
            return thread;
          });

  private FutexHelpers() {}

  /// One sleep.
  private static final class Sleep implements Runnable {
    private final MemorySegment word;
    private final int expected;
    private final long nanos;
    private final Thread sleeper = Thread.currentThread();
    private volatile boolean over;

    Sleep(MemorySegment word, int expected, long nanos) {
      this.word = word;
      this.expected = expected;
      this.nanos = nanos;
    }

    @Override
    public void run() {
      try (Arena arena = Arena.ofConfined()) {
        Futex.sleep(word, expected, nanos, arena.allocate(Futex.TIMESPEC));
      } catch (IllegalStateException | InternalError e) {
        // The memory was unmapped, or its file truncated: the sleeper's own access will fail.
      } finally {
        over = true;
        LockSupport.unpark(sleeper);
      }
    }
  }

  /// Sleeps while a word has a value, until woken or interrupted, or until the time has elapsed.
  ///
  /// @return false, without having slept, when all helpers are in use or no thread can be started
  static boolean sleep(MemorySegment word, int expected, long nanos) {
    Sleep sleep = new Sleep(word, expected, nanos);
    try {
      THREADS.execute(sleep);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      return false; // The JVM throws OutOfMemoryError when it cannot start a thread.
    }
    while (!sleep.over && !Thread.currentThread().isInterrupted()) {
      LockSupport.park(sleep);
    }
    return true;
  }
}
