// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.events.JoinEvent;
import dev.segue.shm.internal.events.LeaveEvent;
import dev.segue.shm.internal.lane.LaneFault;
import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.membership.Keeper;
import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.membership.Role;
import dev.segue.shm.internal.membership.Seat;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.PageFaults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/// A publisher's or subscriber's place in its channel, and how to give it back.
final class Membership {

  private final Path channel;
  private final Registry registry;
  private final Keeper keeper;
  private final Seat seat;
  private Runnable unmap = () -> {};
  private BooleanSupplier truncation = () -> false;
  private boolean left;

  private Membership(Path channel, Registry registry, Keeper keeper, Seat seat) {
    this.channel = channel;
    this.registry = registry;
    this.keeper = keeper;
    this.seat = seat;
  }

  /// Becomes a member.
  static Membership join(Path channel, Registry registry, Keeper keeper, Role role)
      throws IOException {
    Seat seat = registry.join(role);
    try {
      keeper.add(seat);
      JoinEvent event = new JoinEvent();
      event.channel = channel.toString();
      event.member = seat.id();
      event.publisher = role == Role.PUBLISHER;
      event.commit();
      return new Membership(channel, registry, keeper, seat);
    } catch (RuntimeException | Error e) {
      keeper.remove(seat);
      Cleanup.after(e, () -> registry.leave(seat));
      throw e;
    }
  }

  void closeLanesWith(Runnable action) {
    unmap = action;
  }

  /// Sets what tells whether one of the member's lanes was cut off.
  void checkTruncationWith(BooleanSupplier look) {
    truncation = look;
  }

  /// What went wrong in the layers below, as users see it. Where a file was cut off, whatever was
  /// read from it is beside the point; and so is what was read from a lane that others have by now.
  ///
  /// @throws InternalError the one that was given, when it has nothing to do with the files
  TransportException translate(Throwable e) {
    if (isTruncated()) {
      return TransportException.truncated(channel, e);
    }
    if (e instanceof InternalError other) {
      throw other;
    }
    return TransportException.of(channel, e instanceof LaneFault fault ? unlessFenced(fault) : e);
  }

  private boolean isTruncated() {
    try {
      return registry.isTruncated() || truncation.getAsBoolean();
    } catch (InternalError e) {
      return true; // Just now.
    }
  }

  private RuntimeException unlessFenced(LaneFault fault) {
    try {
      seat.require();
      PageFaults.settle();
      return fault;
    } catch (FencedException e) {
      e.addSuppressed(fault);
      return e;
    } catch (InternalError e) {
      return TransportException.truncated(channel, e);
    }
  }

  Registry registry() {
    return registry;
  }

  Seat seat() {
    return seat;
  }

  /// Unmaps the lanes and tells nobody. For tests.
  synchronized void abandon() {
    unmap.run();
    left = true;
  }

  /// Leaves with each of them: who fails at it does not keep those after it from it.
  static void leaveAll(List<Membership> memberships) throws IOException {
    Cleanup.each(memberships, Membership::leave);
  }

  /// First unmaps the lanes, and then tells the others: who gets them next finds nobody at work.
  ///
  /// @throws IllegalStateException when native code goes on using a lane: it stays mapped, and
  ///   nobody else gets it to write to
  synchronized void leave() throws IOException {
    try {
      unmap.run();
    } catch (IllegalStateException e) {
      leaveMapped(e);
      throw e;
    }
    if (!left) {
      leaveUnmapped();
    }
  }

  private void leaveMapped(IllegalStateException inUse) {
    if (left) {
      return;
    }
    left = true;
    Cleanup.after(inUse, () -> registry.leaveMapped(seat));
    keeper.remove(seat);
  }

  private void leaveUnmapped() throws IOException {
    left = true;
    try {
      registry.leave(seat);
      LeaveEvent event = new LeaveEvent();
      event.channel = channel.toString();
      event.member = seat.id();
      event.publisher = seat.role() == Role.PUBLISHER;
      event.commit();
    } finally {
      keeper.remove(seat);
    }
  }
}
