// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.lane.LaneConsumer;
import dev.segue.shm.lane.LaneFault;
import java.io.IOException;
import java.nio.file.Path;
import org.agrona.concurrent.IdleStrategy;

/// The receiving end of a channel. One thread at a time.
///
/// Messages are read in the shared memory itself. Their room goes back to the publisher after the
/// handler has had them, in batches: of what the handler saw in the poll during which its process
/// died, a part may be given to the next subscriber again.
public final class Subscriber implements AutoCloseable {

  private final Path channel;
  private final LaneConsumer lane;
  private final Membership membership;
  private boolean polling;

  Subscriber(Path channel, LaneConsumer lane, Membership membership) {
    this.channel = channel;
    this.lane = lane;
    this.membership = membership;
  }

  /// Gives the messages that are there to a handler, in order.
  ///
  /// @param handler what takes them; if it throws, that passes through, and the message counts as
  ///   handled
  /// @param limit how many messages at most
  /// @return how many there were
  /// @throws ShmException `CORRUPT` when there is a record that no publisher writes
  /// @throws IllegalStateException when the subscriber is closed, or the handler polls it
  public int poll(MessageHandler handler, int limit) {
    membership.require();
    if (polling) {
      throw new IllegalStateException("poll from inside a handler");
    }
    polling = true;
    int count = 0;
    try {
      while (count < limit && advance()) {
        count++;
        handler.onMessage(lane.message());
      }
    } finally {
      polling = false;
      if (!membership.hasLeft()) {
        lane.release();
      }
    }
    return count;
  }

  /// Polls, and idles when there was nothing: one turn of a loop.
  ///
  /// @param handler what takes the messages
  /// @param limit how many messages at most
  /// @param idle how to wait; reset by each poll that had a message
  /// @return how many there were
  /// @throws ShmException as {@link #poll(MessageHandler, int)}
  /// @throws IllegalStateException as {@link #poll(MessageHandler, int)}
  public int poll(MessageHandler handler, int limit, IdleStrategy idle) {
    int count = poll(handler, limit);
    idle.idle(count);
    return count;
  }

  /// Leaves the channel. What was not handled stays for the next subscriber.
  @Override
  public void close() {
    try {
      membership.leave();
    } catch (IOException e) {
      throw ShmException.of(channel, e);
    }
  }

  private boolean advance() {
    try {
      return lane.advance();
    } catch (LaneFault e) {
      throw ShmException.of(channel, e);
    }
  }
}
