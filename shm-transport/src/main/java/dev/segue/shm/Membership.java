// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.events.JoinEvent;
import dev.segue.shm.internal.events.LeaveEvent;
import dev.segue.shm.internal.lane.LaneFault;
import dev.segue.shm.internal.membership.FencedException;
import dev.segue.shm.internal.membership.Keeper;
import dev.segue.shm.internal.membership.MemberSlot;
import dev.segue.shm.internal.membership.Registry;
import dev.segue.shm.internal.membership.Role;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.PageFaults;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/// The membership of a publisher or subscriber in its channel: joins, translates failures, leaves.
final class Membership {

  private final Path channel;
  private final Registry registry;
  private final Keeper keeper;
  private final MemberSlot memberSlot;
  private Runnable unmap = () -> {};
  private BooleanSupplier truncation = () -> false;
  private boolean left;

  private Membership(Path channel, Registry registry, Keeper keeper, MemberSlot memberSlot) {
    this.channel = channel;
    this.registry = registry;
    this.keeper = keeper;
    this.memberSlot = memberSlot;
  }

  /// Joins the channel.
  static Membership join(Path channel, Registry registry, Keeper keeper, Role role)
      throws IOException {
    MemberSlot memberSlot = registry.join(role);
    try {
      keeper.add(memberSlot);
      JoinEvent event = new JoinEvent();
      event.channel = channel.toString();
      event.member = memberSlot.id();
      event.publisher = role == Role.PUBLISHER;
      event.commit();
      return new Membership(channel, registry, keeper, memberSlot);
    } catch (RuntimeException | Error e) {
      keeper.remove(memberSlot);
      Cleanup.after(e, () -> registry.leave(memberSlot));
      throw e;
    }
  }

  /// Sets the action that unmaps the lanes.
  void closeLanesWith(Runnable action) {
    unmap = action;
  }

  /// Sets the check for truncation of one of the member's lanes.
  void checkTruncationWith(BooleanSupplier check) {
    truncation = check;
  }

  /// Translates a failure of the internal layers. If a file was truncated, or this member was
  /// fenced and others have its lanes, that is reported instead of the invalid data that was read.
  ///
  /// @throws InternalError the same error, if a truncated file is not its cause
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
      return true; // Truncated just now.
    }
  }

  private RuntimeException unlessFenced(LaneFault fault) {
    try {
      memberSlot.require();
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

  MemberSlot memberSlot() {
    return memberSlot;
  }

  /// Unmaps the lanes without leaving the channel. For tests.
  synchronized void abandon() {
    unmap.run();
    left = true;
  }

  /// Leaves with each membership, even after another one has failed.
  static void leaveAll(List<Membership> memberships) throws IOException {
    Cleanup.each(memberships, Membership::leave);
  }

  /// Unmaps the lanes and then leaves the channel, so that the next owner of a lane is its only
  /// user.
  ///
  /// @throws IllegalStateException when native code keeps using a lane: it stays mapped, and no
  ///   other publisher gets it
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
    Cleanup.after(inUse, () -> registry.leaveMapped(memberSlot));
    keeper.remove(memberSlot);
  }

  private void leaveUnmapped() throws IOException {
    left = true;
    try {
      registry.leave(memberSlot);
      LeaveEvent event = new LeaveEvent();
      event.channel = channel.toString();
      event.member = memberSlot.id();
      event.publisher = memberSlot.role() == Role.PUBLISHER;
      event.commit();
    } finally {
      keeper.remove(memberSlot);
    }
  }
}
