// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.lane.LaneHold;
import java.lang.foreign.MemorySegment;

/// A message that stays readable in its lane after its handler has returned, until it is closed.
/// See {@link Subscriber#hold()}.
///
/// While a message is held, its space and the space of all later messages in the same lane are not
/// available to the publisher. If the process dies, the next subscriber receives the held message
/// again, and the messages after it in that lane. Any thread may use a held message.
public final class HeldMessage implements AutoCloseable {

  private final LaneHold hold;

  HeldMessage(LaneHold hold) {
    this.hold = hold;
  }

  /// The memory of the message.
  ///
  /// @return its bytes, which must not be used after {@link #close()}
  /// @throws IllegalStateException when it is closed
  public MemorySegment segment() {
    if (hold.isReleased()) {
      throw new IllegalStateException(
          "the held message is closed: copy it before closing to keep it longer");
    }
    return hold.message();
  }

  /// Releases the message. Its space is returned to the publisher with the subscriber's next poll.
  /// Closing a second time has no effect.
  @Override
  public void close() {
    hold.release();
  }
}
