// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.routing;

import dev.segue.shm.internal.lane.LaneProducer;
import dev.segue.shm.internal.membership.MemberSlot;
import dev.segue.shm.internal.membership.Registry;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The lanes of a publisher of a pair or queue. Each message goes to one lane, in turn, skipping
/// full ones.
public final class QueueLanes extends PublisherLanes {

  private int turn;
  private @Nullable Outlet claimed;

  /// Creates the lanes of a publisher.
  public QueueLanes(Registry registry, MemberSlot memberSlot, long maxMessageLength) {
    super(registry, memberSlot, maxMessageLength);
  }

  @Override
  boolean send(MemorySegment message, long length) {
    Outlet lane = only;
    return lane == null ? sendInTurn(message, length) : send(lane, message, length);
  }

  private boolean sendInTurn(MemorySegment message, long length) {
    Outlet[] lanes = outlets;
    for (int i = 0; i < lanes.length; i++) {
      if (send(next(lanes), message, length)) {
        return true;
      }
    }
    return false;
  }

  private boolean send(Outlet outlet, MemorySegment message, long length) {
    if (outlet.producer().offer(message, length)) {
      afterPublishing(outlet);
      return true;
    }
    afterRefusal(outlet);
    return false;
  }

  @Override
  boolean reserve(long maxLength) {
    Outlet[] lanes = outlets;
    for (int i = 0; i < lanes.length; i++) {
      Outlet outlet = next(lanes);
      if (tryClaim(outlet, maxLength)) {
        LaneProducer producer = outlet.producer();
        claimed = outlet;
        claimed(producer.memory(), producer.claimedOffset(), maxLength);
        return true;
      }
    }
    return false;
  }

  private Outlet next(Outlet[] lanes) {
    int index = turn < lanes.length ? turn : 0;
    turn = index + 1;
    return lanes[index];
  }

  @Override
  public void commit(long length) {
    Outlet outlet = claimed;
    if (outlet == null) {
      throw new IllegalStateException("no claim is open");
    }
    outlet.producer().commit(length);
    claimed = null;
    unclaimed();
    afterPublishing(outlet);
  }

  @Override
  public void abort() {
    if (claimed != null) {
      claimed.producer().abort();
      claimed = null;
    }
    super.abort();
  }
}
