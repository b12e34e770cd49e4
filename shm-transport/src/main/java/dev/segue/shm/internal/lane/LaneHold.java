// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import java.lang.foreign.MemorySegment;

/// A held message, whose space is not returned to the producer until the hold ends. Any thread may
/// end it.
public final class LaneHold {

  final long start;
  private final MemorySegment message;
  private volatile boolean released;

  LaneHold(long start, MemorySegment message) {
    this.start = start;
    this.message = message;
  }

  /// The memory of the message.
  public MemorySegment message() {
    return message;
  }

  /// Whether the hold has ended.
  public boolean isReleased() {
    return released;
  }

  /// Ends the hold. The consumer's next release returns the space.
  public void release() {
    released = true;
  }
}
