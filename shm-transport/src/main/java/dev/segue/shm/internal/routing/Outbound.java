// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.routing;

import dev.segue.shm.internal.lane.LaneProducer;
import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.membership.LaneRef;
import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.membership.Seat;
import dev.segue.shm.internal.os.Bell;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.Mapping;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The lanes of a publisher. For one thread at a time, except for {@link #close()}.
///
/// Lanes are added and removed only between claims: a claim uses the lanes at the time of the
/// claim.
public abstract sealed class Outbound extends MemberLanes<Outbound.Outlet>
    permits QueueOutbound, BroadcastOutbound {

  /// A lane of a publisher, and the bell to ring after writing to it.
  record Outlet(LaneRef lane, Mapping mapping, LaneProducer producer, @Nullable Bell bell)
      implements MappedLane {}

  Outlet[] outlets = new Outlet[0];

  Outbound(Registry registry, Seat seat, long maxMessageLength) {
    super(registry, seat, maxMessageLength);
  }

  /// Claims room; see {@link LaneProducer#tryClaim}.
  public final boolean tryClaim(long maxLength) throws IOException {
    begin();
    return reserve(maxLength, true);
  }

  /// Claims room for a message that is going to be passed to {@link #commitCopy}.
  public final boolean tryClaimForCopy(long length) throws IOException {
    begin();
    return reserve(length, false);
  }

  /// Makes a claim. An open claim is replaced.
  ///
  /// @param inPlace whether the caller is going to write to the claim's memory
  abstract boolean reserve(long maxLength, boolean inPlace) throws IOException;

  /// The length of the open claim, or -1 when there is none.
  public abstract long claimedLength();

  /// The memory of the open claim.
  public abstract MemorySegment claimed();

  /// The memory of the lane of the open claim.
  public abstract MemorySegment memory();

  /// The offset of the open claim in {@link #memory()}.
  public abstract long claimedOffset();

  /// Copies a message into the open claim, and publishes it.
  public abstract void commitCopy(MemorySegment message);

  /// Publishes the open claim.
  ///
  /// @throws FencedException when this publisher was fenced; the message may or may not have
  ///   arrived
  public abstract void commit(long length);

  /// Aborts the open claim.
  public abstract void abort();

  /// The number of subscribers at the other ends of the lanes.
  public final int subscribers() {
    int count = 0;
    for (Outlet outlet : outlets) {
      if (outlet.lane().consumer() > 0) {
        count++;
      }
    }
    return count;
  }

  /// Claims room in one lane. If there is none after padding, wakes the consumer, because there may
  /// be room when it has read the padding.
  final boolean tryClaim(Outlet outlet, long maxLength) {
    LaneProducer producer = outlet.producer();
    if (producer.tryClaim(maxLength)) {
      return true;
    }
    if (producer.takePadded()) {
      afterPublishing(outlet);
    }
    return false;
  }

  /// Wakes the consumer and checks for a fence. Must come after the store that published: the
  /// member that fences waits long enough for a store in progress, so either the message is seen,
  /// or the fence is seen here.
  final void afterPublishing(Outlet outlet) {
    if (outlet.bell() != null) {
      outlet.bell().ring();
    }
    if (isOutdated()) {
      requireSeat();
      registry.ring(outlet.lane().consumer());
    }
  }

  @Override
  final void attach(List<LaneRef> lanes) throws IOException {
    List<Outlet> before = attached();
    List<Outlet> next = openAll(lanes.stream().filter(lane -> !lane.draining()).toList());
    outlets = next.toArray(Outlet[]::new);
    try (Closeable _ = () -> Mapping.closeAllBut(mappings(next), mappings(before))) {
      // Only now that this publisher cannot write to them any more: consumers may delete them.
      lanes.stream().filter(LaneRef::draining).forEach(registry::detachProducer);
    }
  }

  @Override
  final Outlet keep(Outlet known, LaneRef lane) {
    return new Outlet(lane, known.mapping(), known.producer(), registry.bell(lane.consumer()));
  }

  @Override
  final Outlet open(LaneRef lane) throws IOException {
    Mapping mapping = registry.map(lane);
    try {
      LaneProducer producer = new LaneProducer(mapping.segment(), maxMessageLength);
      return new Outlet(lane, mapping, producer, registry.bell(lane.consumer()));
    } catch (RuntimeException | Error e) {
      Cleanup.after(e, mapping::close);
      throw e;
    }
  }

  @Override
  final List<Outlet> attached() {
    return List.of(outlets);
  }
}
