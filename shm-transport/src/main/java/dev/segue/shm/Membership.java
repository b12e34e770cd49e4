// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.events.JoinEvent;
import dev.segue.shm.events.LeaveEvent;
import dev.segue.shm.membership.Keeper;
import dev.segue.shm.membership.Registry;
import dev.segue.shm.membership.Role;
import dev.segue.shm.membership.Seat;
import java.io.IOException;
import java.nio.file.Path;

/// A publisher's or subscriber's place in its channel, and how to give it back.
final class Membership {

  private final Path channel;
  private final Registry registry;
  private final Keeper keeper;
  private final Seat seat;
  private Runnable unmap = () -> {};
  private boolean left;

  Membership(Path channel, Registry registry, Keeper keeper, Seat seat) {
    this.channel = channel;
    this.registry = registry;
    this.keeper = keeper;
    this.seat = seat;
    keeper.add(seat);
    JoinEvent event = new JoinEvent();
    event.channel = channel.toString();
    event.member = seat.id();
    event.publisher = seat.role() == Role.PUBLISHER;
    event.commit();
  }

  void unmapBy(Runnable action) {
    unmap = action;
  }

  /// What went wrong in the layers below, as users see it. Where a file was cut off, whatever was
  /// read from it is beside the point.
  ///
  /// @throws InternalError the one that was given, when it has nothing to do with the files
  ShmException told(Throwable e) {
    if (registry.isTruncated()) {
      return ShmException.truncated(channel, e);
    }
    if (e instanceof InternalError other) {
      throw other;
    }
    return ShmException.of(channel, e);
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

  /// First unmaps the lanes, and then tells the others: who gets them next finds nobody at work.
  synchronized void leave() throws IOException {
    if (left) {
      return;
    }
    unmap.run();
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
