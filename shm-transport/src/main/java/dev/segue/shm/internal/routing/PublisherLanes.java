// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.routing;

import dev.segue.shm.internal.lane.LaneProducer;
import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.membership.LaneRef;
import dev.segue.shm.internal.membership.MemberSlot;
import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.Signal;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The lanes of a publisher. For one thread at a time, except for {@link #close()}.
///
/// Lanes are added and removed only between claims: a claim uses the lanes at the time of the
/// claim.
public abstract sealed class PublisherLanes extends MemberLanes<PublisherLanes.Outlet>
    permits QueueLanes, BroadcastLanes {

  /// A lane of a publisher, and the signal to raise after writing to it.
  record Outlet(LaneRef lane, Mapping mapping, LaneProducer producer, @Nullable Signal signal)
      implements MappedLane {}

  private static final long NO_CLAIM = -1;
  private static final long NO_CONSUMER = 0;

  Outlet[] outlets = new Outlet[0];

  /// The lane if there is exactly one, as in a pair.
  @Nullable Outlet only;

  // The open claim. For a broadcast, the claim in the first lane.
  private MemorySegment claimMemory = MemorySegment.NULL;
  private long claimOffset;
  private long claimLength = NO_CLAIM;

  PublisherLanes(Registry registry, MemberSlot memberSlot, long maxMessageLength) {
    super(registry, memberSlot, maxMessageLength);
  }

  /// Claims room; see {@link LaneProducer#tryClaim}. An open claim is aborted.
  public final boolean tryClaim(long maxLength) throws IOException {
    begin();
    abortStaleClaim();
    return reserve(maxLength);
  }

  /// Copies a message and publishes it, if there is room. An open claim is aborted.
  ///
  /// @param length the length of the message
  /// @throws FencedException when this publisher was fenced; the message may or may not have
  ///   arrived
  public final boolean offer(MemorySegment message, long length) throws IOException {
    begin();
    abortStaleClaim();
    return send(message, length);
  }

  private void abortStaleClaim() {
    if (claimLength != NO_CLAIM) {
      abort(); // Its thread ended without closing the claim.
    }
  }

  /// Makes a claim, and passes it to {@link #claimed}.
  abstract boolean reserve(long maxLength) throws IOException;

  /// Copies a message to its lanes and publishes it, if there is room.
  abstract boolean send(MemorySegment message, long length) throws IOException;

  /// Publishes the open claim.
  ///
  /// @throws FencedException when this publisher was fenced; the message may or may not have
  ///   arrived
  public abstract void commit(long length);

  /// Records the open claim.
  final void claimed(MemorySegment memory, long offset, long length) {
    claimMemory = memory;
    claimOffset = offset;
    claimLength = length;
  }

  /// Records that no claim is open.
  final void unclaimed() {
    claimLength = NO_CLAIM;
  }

  /// Aborts the open claim, if there is one.
  public void abort() {
    claimLength = NO_CLAIM;
  }

  /// The length of the open claim, or -1 when there is none.
  public final long claimedLength() {
    return claimLength;
  }

  /// The memory of the lane of the open claim.
  public final MemorySegment memory() {
    return claimMemory;
  }

  /// The offset of the open claim in {@link #memory()}.
  public final long claimedOffset() {
    return claimOffset;
  }

  /// The number of subscribers at the other ends of the lanes now, even while the registry is busy,
  /// so that these lanes cannot be updated. Lanes that were added since the last update do not
  /// count until then.
  public final int subscribersNow() throws IOException {
    begin();
    return isOutdated() ? subscribersInTable() : subscribers();
  }

  private int subscribersInTable() {
    Set<Long> subscribers = new HashSet<>();
    for (Outlet outlet : outlets) {
      subscribers.add(registry.consumerOf(outlet.lane()));
    }
    subscribers.remove(NO_CONSUMER);
    return subscribers.size();
  }

  /// The number of subscribers at the other ends of the lanes, as of the last update of the lanes.
  public final int subscribers() {
    int count = 0;
    for (Outlet outlet : outlets) {
      if (outlet.lane().consumer() > 0) {
        count++;
      }
    }
    return count;
  }

  /// Claims room in one lane.
  final boolean tryClaim(Outlet outlet, long maxLength) {
    if (outlet.producer().tryClaim(maxLength)) {
      return true;
    }
    afterRefusal(outlet);
    return false;
  }

  /// If a lane has no room after padding, wakes the consumer, which may make room by reading the
  /// padding.
  final void afterRefusal(Outlet outlet) {
    if (outlet.producer().takePadded()) {
      afterPublishing(outlet);
    }
  }

  /// Wakes the consumer and checks for a fence. Must come after the store that published: the
  /// member that fences waits long enough for a store in progress, so either the message is seen,
  /// or the fence is seen here.
  final void afterPublishing(Outlet outlet) {
    // The field, because the JIT does not inline the accessor before the class Signal is loaded.
    Signal signal = outlet.signal;
    if (signal != null) {
      signal.raise();
    }
    if (isOutdated()) {
      requireMemberSlot();
      registry.raise(registry.consumerOf(outlet.lane()));
    }
  }

  @Override
  final void attach(List<LaneRef> lanes) throws IOException {
    List<Outlet> before = attached();
    List<Outlet> next = openAll(lanes.stream().filter(lane -> !lane.draining()).toList());
    outlets = next.toArray(Outlet[]::new);
    only = outlets.length == 1 ? outlets[0] : null;
    try (Closeable _ = () -> Mapping.closeAllBut(mappings(next), mappings(before))) {
      // From here on consumers may delete these lanes: this publisher can no longer write to them.
      lanes.stream().filter(LaneRef::draining).forEach(registry::detachProducer);
    }
  }

  @Override
  final Outlet keep(Outlet known, LaneRef lane) {
    return new Outlet(lane, known.mapping(), known.producer(), registry.signal(lane.consumer()));
  }

  @Override
  final Outlet open(LaneRef lane) throws IOException {
    Mapping mapping = registry.map(lane);
    try {
      LaneProducer producer = new LaneProducer(mapping.segment(), maxMessageLength);
      return new Outlet(lane, mapping, producer, registry.signal(lane.consumer()));
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
