// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/// A word in shared memory that one thread sleeps on and others wake it by: a futex, on Linux.
///
/// The sleeper says that it will sleep, looks once more for what it waits for, and sleeps. The
/// waker makes what is waited for, and then looks whether someone said so. Between the two steps of
/// each stands a full fence, so at least one of them sees the other: no wake-up is lost.
///
/// A virtual thread, which must not block its carrier, has a platform thread sleep on the futex in
/// its place. Where there is no futex, or too many virtual threads are asleep, the sleeper looks at
/// the word from time to time: often at first, and more seldom the longer it has been waiting.
public final class Bell {

  private static final int AWAKE = 0;
  private static final int ASLEEP = 1;

  /// Between two looks at the word pass an eighth of the time waited so far, within these bounds.
  private static final long LEAST_PARK_NANOS = 100_000;

  private static final long MOST_PARK_NANOS = 2_000_000;
  private static final int PARKS_PER_WAIT = 8;

  private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();

  private final MemorySegment word;
  private final MemorySegment timespec = Arena.ofAuto().allocate(Futex.TIMESPEC);

  /// A bell on a word.
  ///
  /// @param word four bytes of mapped memory, aligned
  public Bell(MemorySegment word) {
    this.word = word;
  }

  /// Says that this thread is about to sleep. It must look for work once more before it does.
  public void announceSleep() {
    WORD.setOpaque(word, 0L, ASLEEP);
    // Full: the word before the last look for work; pairs with the fence in ring().
    VarHandle.fullFence();
  }

  /// Sleeps until woken, or for that long, or for no reason at all.
  public void sleep(long nanos) {
    if (!Futex.AVAILABLE) {
      look(nanos);
    } else if (Thread.currentThread().isVirtual()) {
      sleepByHelper(nanos);
    } else {
      Futex.sleep(word, ASLEEP, nanos, timespec);
    }
  }

  private void sleepByHelper(long nanos) {
    if (!FutexHelpers.sleep(word, ASLEEP, nanos)) {
      look(nanos);
    } else if (Thread.currentThread().isInterrupted()) {
      awake();
      Futex.wakeAll(word); // The helper has no reason to sleep any longer.
    }
  }

  private void look(long nanos) {
    Polling.note();
    long start = System.nanoTime();
    long waited = 0;
    while ((int) WORD.getOpaque(word, 0L) == ASLEEP
        && waited < nanos
        && !Thread.currentThread().isInterrupted()) {
      long park = Math.clamp(waited / PARKS_PER_WAIT, LEAST_PARK_NANOS, MOST_PARK_NANOS);
      LockSupport.parkNanos(Math.min(park, nanos - waited));
      waited = System.nanoTime() - start;
    }
  }

  /// Logs, the first time, that waiting polls although it need not.
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

  /// Takes the announcement back.
  public void awake() {
    WORD.setOpaque(word, 0L, AWAKE);
  }

  /// Wakes the sleeper, if there is one. The work must have been published before.
  public void ring() {
    // Full: the work before the look at the word; pairs with the fence in announceSleep().
    VarHandle.fullFence();
    if ((int) WORD.getOpaque(word, 0L) != AWAKE) {
      WORD.setOpaque(word, 0L, AWAKE);
      if (Futex.AVAILABLE) {
        Futex.wakeAll(word);
      }
    }
  }
}
