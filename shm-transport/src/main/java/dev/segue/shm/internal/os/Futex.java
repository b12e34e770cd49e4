// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import dev.segue.shm.internal.halt.Waits;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The `futex` system call: sleeping on a word in shared memory, and waking the sleepers.
final class Futex {

  /// Whether this system has futexes and native access is enabled.
  static final boolean AVAILABLE = Libc.AVAILABLE && Libc.FUTEX_NUMBER >= 0;

  /// `struct timespec`: seconds and nanoseconds.
  static final MemoryLayout TIMESPEC = MemoryLayout.sequenceLayout(2, ValueLayout.JAVA_LONG);

  private static final int WAIT = 0;
  private static final int WAKE = 1;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private Futex() {}

  /// Sleeps while the word has a value, until woken or until the time has elapsed. May also return
  /// early.
  ///
  /// @param timespec scratch memory with the layout {@link #TIMESPEC}
  static void sleep(MemorySegment word, int expected, long nanos, MemorySegment timespec) {
    timespec.setAtIndex(ValueLayout.JAVA_LONG, 0, nanos / NANOS_PER_SECOND);
    timespec.setAtIndex(ValueLayout.JAVA_LONG, 1, nanos % NANOS_PER_SECOND);
    Waits.begin(Waits.SIGNAL);
    Libc.futex(word, WAIT, expected, timespec);
    Waits.end();
  }

  /// Wakes all threads that sleep on the word.
  static void wakeAll(MemorySegment word) {
    Libc.futex(word, WAKE, Integer.MAX_VALUE, MemorySegment.NULL);
  }
}
