// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.os;

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
/// Where there is no futex, and on virtual threads, which must not block their carrier, the sleeper
/// looks at the word from time to time.
public final class Bell {

  private static final int AWAKE = 0;
  private static final int ASLEEP = 1;
  private static final int FUTEX_WAIT = 0;
  private static final int FUTEX_WAKE = 1;
  private static final boolean FUTEX = Libc.AVAILABLE && Libc.FUTEX_NUMBER >= 0;
  private static final long PARK_NANOS = 100_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private static final VarHandle WORD = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();

  private final MemorySegment word;
  private final MemorySegment timespec =
      Arena.ofAuto()
          .allocate(2 * ValueLayout.JAVA_LONG.byteSize(), ValueLayout.JAVA_LONG.byteSize());

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
    if (FUTEX && !Thread.currentThread().isVirtual()) {
      timespec.set(ValueLayout.JAVA_LONG, 0, nanos / NANOS_PER_SECOND);
      timespec.set(ValueLayout.JAVA_LONG, Long.BYTES, nanos % NANOS_PER_SECOND);
      Libc.futex(word, FUTEX_WAIT, ASLEEP, timespec);
    } else {
      long deadline = System.nanoTime() + nanos;
      while ((int) WORD.getOpaque(word, 0L) == ASLEEP
          && System.nanoTime() - deadline < 0
          && !Thread.currentThread().isInterrupted()) {
        LockSupport.parkNanos(PARK_NANOS);
      }
    }
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
      if (FUTEX) {
        Libc.futex(word, FUTEX_WAKE, Integer.MAX_VALUE, MemorySegment.NULL);
      }
    }
  }
}
