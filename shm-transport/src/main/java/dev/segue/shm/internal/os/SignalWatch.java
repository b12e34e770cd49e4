// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A thread that sleeps on the signals of up to 127 members that wait without a thread of their
/// own.
///
/// There are as many watches as are needed for all waiters of the process. A watch ends when it has
/// had no waiters for some seconds.
public final class SignalWatch {

  /// A member that waits without a thread. Its signal is announced.
  public interface Waiter {
    /// The signal that wakes it.
    Signal signal();

    /// Whether something other than the signal requires its attention.
    boolean isOutdated();

    /// Wakes it, once. Runs on the watching thread. After an `OutOfMemoryError`, it is called
    /// again.
    void wake();
  }

  private static final Logger LOGGER = System.getLogger("dev.segue.shm");
  private static final int MOST_WAITERS = FutexSet.MOST - 1;
  private static final Waiter[] NONE = {};

  /// If a process changes the members and dies before raising their signals, they notice the change
  /// after this time.
  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(5);

  /// The pause after a waiter could not be woken.
  private static final long RETRY_NANOS = 10_000_000;

  private static final long LEAST_PAUSE_NANOS = 100_000;

  private static volatile long checkNanos = CHECK_NANOS;

  /// Guarded by the class, as are additions to and removals from each watch.
  private static final List<SignalWatch> WATCHES = new ArrayList<>();

  /// Raised when waiters are added.
  private final Signal changes = Signal.local();

  private final FutexSet futexes = new FutexSet();
  private final Thread thread;
  private volatile Waiter[] waiters = NONE;

  /// The waiters whose words are in the set. Only the watching thread uses them, and the fields
  /// below.
  private Waiter[] known = NONE;

  private long lastWake = System.nanoTime();

  private SignalWatch() {
    thread =
        Thread.ofPlatform()
            .daemon()
            .name("segue-shm-watch")
            .inheritInheritableThreadLocals(false)
            .unstarted(this::run);
    // Otherwise the first caller's class loader could not be unloaded.
    thread.setContextClassLoader(null);
  }

  /// For tests: whether sleeps last until a signal is raised, so that a lost wake-up does not go
  /// unnoticed.
  public static void sleepUntilWoken(boolean untilWoken) {
    checkNanos = untilWoken ? TimeUnit.DAYS.toNanos(1) : CHECK_NANOS;
  }

  /// Wakes a member when its signal is raised or it is outdated. Wakes it at once if either is
  /// already the case.
  ///
  /// @return false if no thread can be started; then nothing has changed
  public static boolean add(Waiter waiter) {
    synchronized (SignalWatch.class) {
      for (SignalWatch watch : WATCHES) {
        if (watch.waiters.length < MOST_WAITERS) {
          watch.append(waiter);
          return true;
        }
      }
      try {
        SignalWatch created = new SignalWatch();
        created.thread.start();
        WATCHES.add(created);
        created.append(waiter);
        return true;
      } catch (OutOfMemoryError e) {
        return false; // The JVM throws this when it cannot start a thread.
      }
    }
  }

  private void append(Waiter waiter) {
    Waiter[] before = waiters;
    Waiter[] after = Arrays.copyOf(before, before.length + 1);
    after[before.length] = waiter;
    waiters = after;
    changes.raise();
  }

  private void run() {
    boolean over = false;
    while (!over) {
      try {
        over = waitOnce();
      } catch (RuntimeException | Error e) {
        // For example a lack of memory or a truncated file. It must not end the thread, because
        // many members depend on it.
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  /// @return whether nobody needs this watch any more
  private boolean waitOnce() {
    changes.announceSleep();
    Waiter[] now = waiters;
    if (now.length == 0) {
      changes.sleep(LINGER_NANOS);
    } else if (!wakeDue(now)) {
      sleep(now);
    }
    changes.awake();
    return now.length == 0 && endIfUnused();
  }

  private boolean endIfUnused() {
    synchronized (SignalWatch.class) {
      return waiters.length == 0 && WATCHES.remove(this);
    }
  }

  /// @return whether any waiter was due
  private boolean wakeDue(Waiter[] now) {
    List<Waiter> due = new ArrayList<>();
    for (Waiter waiter : now) {
      if (isDue(waiter)) {
        due.add(waiter);
      }
    }
    if (due.isEmpty()) {
      return false;
    }
    due.removeIf(waiter -> !wake(waiter));
    remove(due);
    lastWake = System.nanoTime();
    return true;
  }

  private static boolean isDue(Waiter waiter) {
    try {
      boolean due = waiter.signal().isRaised() || waiter.isOutdated();
      PageFaults.settle();
      return due;
    } catch (IllegalStateException | InternalError e) {
      return true; // Closed or truncated, which the member finds out itself.
    }
  }

  private void remove(List<Waiter> woken) {
    synchronized (SignalWatch.class) {
      waiters =
          Arrays.stream(waiters).filter(waiter -> !woken.contains(waiter)).toArray(Waiter[]::new);
    }
  }

  /// @return false if it must be called again
  private static boolean wake(Waiter waiter) {
    try {
      waiter.wake();
    } catch (OutOfMemoryError e) {
      // No thread can be started now.
      LockSupport.parkNanos(RETRY_NANOS);
      return false;
    } catch (RuntimeException | Error e) {
      LOGGER.log(Level.ERROR, "the action of a waiting subscriber has failed", e);
    }
    return true;
  }

  @SuppressWarnings("ReferenceEquality") // the array is replaced at each change
  private void sleep(Waiter[] now) {
    if (!FutexSet.AVAILABLE) {
      poll(now);
      return;
    }
    if (now != known) {
      collect(now);
      known = now;
    }
    switch (futexes.sleep(checkNanos)) {
      case 0, Libc.EAGAIN, Libc.EINTR, Libc.ETIMEDOUT -> {}
      // A word was unmapped, so its waiter is due; but nothing must make this thread spin.
      default -> LockSupport.parkNanos(LEAST_PAUSE_NANOS);
    }
  }

  private void collect(Waiter[] now) {
    futexes.clear();
    futexes.add(changes.word().address(), Signal.ASLEEP);
    for (Waiter waiter : now) {
      futexes.add(waiter.signal().word().address(), Signal.ASLEEP);
    }
  }

  /// Without the system call: looks at all words, often after a wake-up, and less often later.
  private void poll(Waiter[] now) {
    long start = System.nanoTime();
    long time = start;
    while (time - start < checkNanos && !changes.isRaised() && !isAnyRaised(now)) {
      LockSupport.parkNanos(Signal.pauseAfter(time - lastWake));
      boolean _ = Thread.interrupted(); // An interrupt must not make it spin.
      time = System.nanoTime();
    }
  }

  private static boolean isAnyRaised(Waiter[] now) {
    for (Waiter waiter : now) {
      if (isDue(waiter)) {
        return true;
      }
    }
    return false;
  }
}
