// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.membership.Keeper;
import dev.segue.shm.membership.Registry;
import dev.segue.shm.membership.Seat;
import java.io.IOException;

/// A publisher's or subscriber's place in its channel, and how to give it back.
final class Membership {

  private final Registry registry;
  private final Keeper keeper;
  private final Seat seat;
  private Runnable unmap = () -> {};
  private boolean left;

  Membership(Registry registry, Keeper keeper, Seat seat) {
    this.registry = registry;
    this.keeper = keeper;
    this.seat = seat;
    keeper.add(seat);
  }

  void unmapBy(Runnable action) {
    unmap = action;
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
    } finally {
      keeper.remove(seat);
    }
  }
}
