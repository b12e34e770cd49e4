// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/// A wake-up signal in shared memory: one thread sleeps on a word, and other threads or processes
/// wake it. On Linux the word is a futex.
///
/// The sleeper announces that it is going to sleep, checks once more for work, and sleeps. The
/// waker publishes the work and then checks for an announcement. Both have a full fence between
/// their two steps, so at least one of them sees the other, and no wake-up is lost.
///
/// A virtual thread must not block its carrier, so a platform thread sleeps on the futex in its
/// place. Without a futex, or when too many virtual threads are asleep, the sleeper polls the word:
/// often at first, and less often the longer it has been waiting.
public final class Signal {

  private static final int AWAKE = 0;
  static final int ASLEEP = 1;

  /// Polling pauses for an eighth of the time waited so far, within these bounds.
  private static final long LEAST_PARK_NANOS = 100_000;

  private static final long MOST_PARK_NANOS = 2_000_000;
  private static final int PARKS_PER_WAIT = 8;

  private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();

  private final MemorySegment word;
  private final MemorySegment timespec = Arena.ofAuto().allocate(Futex.TIMESPEC);

  /// Creates a signal.
  ///
  /// @param word four bytes of mapped memory, aligned to 4
  public Signal(MemorySegment word) {
    this.word = word;
  }

  /// Creates a signal for the threads of this process.
  static Signal local() {
    return new Signal(Arena.ofAuto().allocate(ValueLayout.JAVA_INT));
  }

  /// Announces that this thread is about to sleep. It must check for work once more before it does.
  public void announceSleep() {
    WORD.setOpaque(word, 0L, ASLEEP);
    // Full: the word before the last check for work; pairs with the fence in raise().
    VarHandle.fullFence();
  }

  /// Sleeps until woken or until the time has elapsed. May also return early.
  public void sleep(long nanos) {
    if (!Futex.AVAILABLE) {
      poll(nanos);
    } else if (Thread.currentThread().isVirtual()) {
      sleepByHelper(nanos);
    } else {
      Futex.sleep(word, ASLEEP, nanos, timespec);
    }
  }

  private void sleepByHelper(long nanos) {
    if (!FutexHelpers.sleep(word, ASLEEP, nanos)) {
      poll(nanos);
    } else if (Thread.currentThread().isInterrupted()) {
      awake();
      Futex.wakeAll(word); // Ends the helper's sleep.
    }
  }

  private void poll(long nanos) {
    Polling.note();
    long start = System.nanoTime();
    long waited = 0;
    while ((int) WORD.getOpaque(word, 0L) == ASLEEP
        && waited < nanos
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(Math.min(pauseAfter(waited), nanos - waited));
      waited = System.nanoTime() - start;
    }
  }

  /// Returns how long to pause before reading a word again, given the time waited so far.
  static long pauseAfter(long waited) {
    return Math.clamp(waited / PARKS_PER_WAIT, LEAST_PARK_NANOS, MOST_PARK_NANOS);
  }

  /// Logs, once, that waiting polls for lack of native access.
  private static final class Polling {
    static {
      if (Libc.LACKS_NATIVE_ACCESS) {
        System.getLogger("dev.segue.shm")
            .log(
                System.Logger.Level.INFO,
                "native access is not enabled, so threads that wait for messages or for room poll"
                    + " every 0.1 to 2 ms instead of sleeping: start the JVM with"
                    + " --enable-native-access={0}",
                Libc.moduleName());
      }
    }

    private Polling() {}

    static void note() {}
  }

  /// The word, which is a futex while a sleep is announced.
  MemorySegment word() {
    return word;
  }

  /// Whether the signal was raised since the announcement.
  boolean isRaised() {
    return (int) WORD.getOpaque(word, 0L) != ASLEEP;
  }

  /// Withdraws the announcement.
  public void awake() {
    WORD.setOpaque(word, 0L, AWAKE);
  }

  /// Wakes the sleeper, if there is one. The caller must have published the work before.
  public void raise() {
    // Full: the work before the check of the word; pairs with the fence in announceSleep().
    VarHandle.fullFence();
    if ((int) WORD.getOpaque(word, 0L) != AWAKE) {
      WORD.setOpaque(word, 0L, AWAKE);
      if (Futex.AVAILABLE) {
        Futex.wakeAll(word);
      }
    }
  }
}
