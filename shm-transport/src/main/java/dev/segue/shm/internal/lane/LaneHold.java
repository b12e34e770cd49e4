// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import java.lang.foreign.MemorySegment;

/// A message that is not given back to the producer yet. Any thread may end it.
public final class LaneHold {

  final long start;
  private final MemorySegment message;
  private volatile boolean released;

  LaneHold(long start, MemorySegment message) {
    this.start = start;
    this.message = message;
  }

  /// The message's memory.
  public MemorySegment message() {
    return message;
  }

  /// Whether it was ended.
  public boolean isReleased() {
    return released;
  }

  /// Ends it. The consumer's next release takes it into account.
  public void release() {
    released = true;
  }
}
