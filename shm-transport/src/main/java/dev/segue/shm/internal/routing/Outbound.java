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

/// The lanes of a publisher. One thread at a time, but for {@link #close()}.
///
/// Lanes come and go between claims: a claim is open on the lanes that there were when it was made.
public abstract sealed class Outbound extends MemberLanes<Outbound.Outlet>
    permits QueueOutbound, BroadcastOutbound {

  /// A lane, and whom to wake after writing to it.
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

  /// Claims room for what {@link #commitCopy} is called with, and nothing else.
  public final boolean tryClaimForCopy(long length) throws IOException {
    begin();
    return reserve(length, false);
  }

  /// Makes a claim, in place of one that is open still.
  ///
  /// @param inPlace whether its memory is going to be asked for
  abstract boolean reserve(long maxLength, boolean inPlace) throws IOException;

  /// The length of the open claim, or -1 when there is none.
  public abstract long claimedLength();

  /// The memory of the open claim.
  public abstract MemorySegment claimed();

  /// The memory that the open claim is in, with what is around it.
  public abstract MemorySegment memory();

  /// Where in {@link #memory()} the open claim begins.
  public abstract long claimedOffset();

  /// Copies a message into the open claim, and publishes it.
  public abstract void commitCopy(MemorySegment message);

  /// Publishes the open claim.
  ///
  /// @throws FencedException when the others have gone on without this publisher; the message may
  ///   have arrived or not
  public abstract void commit(long length);

  /// Gives the open claim up.
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

  /// Claims room in one lane. Where there is none behind padding, there may be once that was read.
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

  /// What has to be done after the store that published, and after it only: who fences waits long
  /// enough for a store that was under way, so the message was seen, or the fence is seen here.
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
      // Only now that nothing is written to them any more: their consumers may delete them.
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
