// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/// The heartbeats of all members of this process: one counter that begins with random bits, so that
/// a heartbeat identifies its process.
///
/// ```text
/// 63     62 .. 40                   39 .. 0
/// 0      random for each process    count, enough for years
/// ```
final class Heartbeats {

  private static final int COUNT_BITS = 40;
  private static final int RANDOM_BITS = Long.SIZE - 1 - COUNT_BITS;

  private static final AtomicLong LAST =
      new AtomicLong(ThreadLocalRandom.current().nextLong(1, 1L << RANDOM_BITS) << COUNT_BITS);

  private Heartbeats() {}

  /// A heartbeat that no member of this process has stored.
  static long next() {
    return LAST.incrementAndGet();
  }

  /// Identifies a process by its process id, as the process sees it, and a heartbeat of one of its
  /// members. The id alone is not enough: processes in two containers may have the same id.
  static long process(long processId, long heartbeat) {
    return processId << RANDOM_BITS ^ heartbeat >>> COUNT_BITS;
  }
}
