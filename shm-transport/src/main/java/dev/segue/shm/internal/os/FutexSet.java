// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/// Several words on which one thread sleeps at once: `futex_waitv`, of Linux 5.16 and later.
///
/// Only the kernel reads the words, and it checks their addresses: if a word is unmapped before or
/// during a sleep, the kernel reports an error or no wake-up.
final class FutexSet {

  /// The largest number of words.
  static final int MOST = 128;

  /// `struct futex_waitv`
  private static final StructLayout WAITER =
      MemoryLayout.structLayout(
          ValueLayout.JAVA_LONG.withName("val"),
          ValueLayout.JAVA_LONG.withName("uaddr"),
          ValueLayout.JAVA_INT.withName("flags"),
          MemoryLayout.paddingLayout(4));

  private static final VarHandle VALUE = field("val");
  private static final VarHandle ADDRESS = field("uaddr");
  private static final VarHandle FLAGS = field("flags");

  private static final int FUTEX_32 = 2;
  private static final int SECONDS = 0;
  private static final int NANOS = 1;
  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  /// Whether this system has the call, and lets this process use it.
  static final boolean AVAILABLE = Futex.AVAILABLE && new FutexSet().isSupported();

  private final MemorySegment waiters;
  private final MemorySegment deadline;
  private int count;

  FutexSet() {
    Arena arena = Arena.ofAuto();
    this.waiters = arena.allocate(MemoryLayout.sequenceLayout(MOST, WAITER));
    this.deadline = arena.allocate(Futex.TIMESPEC);
  }

  private static VarHandle field(String name) {
    return MemoryLayout.sequenceLayout(MOST, WAITER)
        .varHandle(PathElement.sequenceElement(), PathElement.groupElement(name));
  }

  private boolean isSupported() {
    MemorySegment word = Arena.ofAuto().allocate(ValueLayout.JAVA_INT);
    add(word.address(), 1); // Another value, so that nothing sleeps.
    return sleep(0) == Libc.EAGAIN;
  }

  void clear() {
    count = 0;
  }

  /// Adds a word.
  ///
  /// @param expected the value at which to sleep; any other value ends the sleep at once
  void add(long address, int expected) {
    VALUE.set(waiters, 0L, (long) count, (long) expected);
    ADDRESS.set(waiters, 0L, (long) count, address);
    FLAGS.set(waiters, 0L, (long) count, FUTEX_32);
    count++;
  }

  /// Sleeps until one of the words changes, or until the time has elapsed. May also return early.
  ///
  /// @return 0 after a wake-up, or the error number
  int sleep(long nanos) {
    Libc.readClock(deadline);
    long fraction = deadline.getAtIndex(ValueLayout.JAVA_LONG, NANOS) + nanos % NANOS_PER_SECOND;
    long seconds = nanos / NANOS_PER_SECOND + fraction / NANOS_PER_SECOND;
    long start = deadline.getAtIndex(ValueLayout.JAVA_LONG, SECONDS);
    deadline.setAtIndex(ValueLayout.JAVA_LONG, SECONDS, start + seconds);
    deadline.setAtIndex(ValueLayout.JAVA_LONG, NANOS, fraction % NANOS_PER_SECOND);
    return Libc.futexWaitv(waiters, count, deadline);
  }
}
