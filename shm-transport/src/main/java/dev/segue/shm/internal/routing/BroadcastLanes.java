// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.routing;

import dev.segue.shm.internal.lane.LaneProducer;
import dev.segue.shm.internal.membership.MemberSlot;
import dev.segue.shm.internal.membership.Registry;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The lanes of a publisher of a broadcast. Each message is written to one lane and copied to the
/// others.
public final class BroadcastLanes extends PublisherLanes {

  /// What to do when a lane has no room.
  public enum WhenFull {
    /// The claim fails for all lanes.
    BLOCK,
    /// The lane does not get the message, and counts it as dropped.
    DROP,
    /// The subscriber of the lane is fenced.
    DISCONNECT
  }

  private final WhenFull whenFull;
  private final List<Outlet> claimed = new ArrayList<>();

  /// Subscribers that have missed a message and are going to be fenced: they get no later message.
  private final Set<Long> cutOff = new HashSet<>();

  private final DiscardBuffer discardBuffer = new DiscardBuffer();

  /// Creates the lanes of a publisher.
  public BroadcastLanes(
      Registry registry, MemberSlot memberSlot, long maxMessageLength, WhenFull whenFull) {
    super(registry, memberSlot, maxMessageLength);
    this.whenFull = whenFull;
  }

  /// Subscribers that have joined get the next message.
  @Override
  boolean needsEveryLane() {
    return true;
  }

  @Override
  boolean send(MemorySegment message, long length) throws IOException {
    if (!claimEach(length)) {
      return false;
    }
    try {
      for (Outlet outlet : claimed) {
        outlet.producer().fill(message, 0, length);
      }
    } catch (RuntimeException | Error e) {
      abort();
      throw e;
    }
    publish(length);
    return true;
  }

  @Override
  boolean reserve(long maxLength) throws IOException {
    if (!claimEach(maxLength)) {
      return false;
    }
    if (claimed.isEmpty()) {
      discardBuffer.atLeast(maxLength, maxMessageLength);
      claimed(discardBuffer.memory(), 0, maxLength);
    } else {
      LaneProducer first = claimed.getFirst().producer();
      claimed(first.memory(), first.claimedOffset(), maxLength);
    }
    return true;
  }

  /// Claims room in each lane that is going to get the message, or in none.
  private boolean claimEach(long maxLength) throws IOException {
    boolean reserved = false;
    try {
      reserved = claimWherePossible(maxLength);
    } finally {
      if (!reserved) {
        abort();
      }
    }
    return reserved;
  }

  private boolean claimWherePossible(long maxLength) throws IOException {
    if (!cutOff.isEmpty()) {
      cutOff.removeIf(id -> Arrays.stream(outlets).noneMatch(o -> o.lane().consumer() == id));
    }
    for (Outlet outlet : outlets) {
      if (!isCutOff(outlet) && tryClaim(outlet, maxLength)) {
        claimed.add(outlet);
      } else {
        switch (whenFull) {
          case BLOCK -> {
            return false;
          }
          case DROP -> outlet.producer().countDrop();
          case DISCONNECT -> cutOff(outlet);
        }
      }
    }
    return true;
  }

  private boolean isCutOff(Outlet outlet) {
    return !cutOff.isEmpty() && cutOff.contains(outlet.lane().consumer());
  }

  /// Fences a subscriber. While the registry is busy, the next claim tries again, so that nothing
  /// waits here.
  private void cutOff(Outlet outlet) throws IOException {
    cutOff.add(outlet.lane().consumer());
    registry.tryFence(outlet.lane().consumer());
  }

  @Override
  public void commit(long length) {
    for (int i = 1; i < claimed.size(); i++) {
      claimed.get(i).producer().fill(memory(), claimedOffset(), length);
    }
    publish(length);
  }

  private void publish(long length) {
    if (claimed.isEmpty()) {
      requireOpen(); // Without a lane, no commit checks this.
    }
    unclaimed();
    try {
      for (Outlet outlet : claimed) {
        outlet.producer().commit(length);
      }
      for (Outlet outlet : claimed) {
        afterPublishing(outlet);
      }
    } finally {
      claimed.clear();
    }
  }

  @Override
  public void abort() {
    for (Outlet outlet : claimed) {
      outlet.producer().abort();
    }
    claimed.clear();
    super.abort();
  }
}
