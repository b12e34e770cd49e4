// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.routing;

import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.membership.Seat;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The lanes of a publisher of a pair or queue. Each message goes to one lane, in turn, skipping
/// full ones.
public final class QueueOutbound extends Outbound {

  private int turn;
  private @Nullable Outlet current;

  /// Creates the lanes of a publisher.
  public QueueOutbound(Registry registry, Seat seat, long maxMessageLength) {
    super(registry, seat, maxMessageLength);
  }

  @Override
  boolean reserve(long maxLength, boolean inPlace) {
    Outlet[] lanes = outlets;
    for (int i = 0; i < lanes.length; i++) {
      int index = turn < lanes.length ? turn : 0;
      turn = index + 1;
      if (tryClaim(lanes[index], maxLength)) {
        current = lanes[index];
        return true;
      }
    }
    return false;
  }

  private Outlet current() {
    Outlet outlet = current;
    if (outlet == null) {
      throw new IllegalStateException("no claim is open");
    }
    return outlet;
  }

  @Override
  public long claimedLength() {
    return current == null ? -1 : current.producer().claimedLength();
  }

  @Override
  public MemorySegment claimed() {
    return current().producer().claimed();
  }

  @Override
  public MemorySegment memory() {
    return current().producer().memory();
  }

  @Override
  public long claimedOffset() {
    return current().producer().claimedOffset();
  }

  @Override
  public void commitCopy(MemorySegment message) {
    current().producer().fill(message, 0, message.byteSize());
    commit(message.byteSize());
  }

  @Override
  public void commit(long length) {
    Outlet outlet = current();
    outlet.producer().commit(length);
    current = null;
    afterPublishing(outlet);
  }

  @Override
  public void abort() {
    current().producer().abort();
    current = null;
  }
}
