// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.lane.LaneHold;
import java.lang.foreign.MemorySegment;

/// A message that stays readable in its lane after its handler has returned, until it is released.
///
/// While it is held, its room and that of all later messages of the same lane are not free for the
/// publisher. A process that dies has not released what it held: the next subscriber gets it, and
/// what came after it in that lane. Any thread may use it.
public final class HeldMessage implements AutoCloseable {

  private final LaneHold hold;

  HeldMessage(LaneHold hold) {
    this.hold = hold;
  }

  /// The message in place.
  ///
  /// @return its bytes, not to be touched after {@link #release()}
  /// @throws IllegalStateException when it was released
  public MemorySegment segment() {
    if (hold.isReleased()) {
      throw new IllegalStateException("the message was released");
    }
    return hold.message();
  }

  /// Gives the message up. Its room goes back with the subscriber's next poll. Doing it again does
  /// nothing.
  public void release() {
    hold.release();
  }

  /// The same as {@link #release()}.
  @Override
  public void close() {
    release();
  }
}
