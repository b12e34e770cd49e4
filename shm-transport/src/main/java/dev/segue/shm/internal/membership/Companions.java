// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The channels that this process shares with one other process, and with nobody else.
///
/// A heartbeat in any of them shows that the process is alive. So only the first channel, with the
/// lowest nonce, is checked often; the other process chooses the same one. If that channel loses
/// its other member, all others are checked at once.
final class Companions {

  /// Guarded by the class, as are the fields of all instances.
  private static final Map<Long, Companions> BY_PROCESS = new HashMap<>();

  private final long process;

  /// Sorted by nonce.
  private final List<Keeper> keepers = new ArrayList<>();

  private boolean dissolved;

  private Companions(long process) {
    this.process = process;
  }

  /// Adds a channel that is shared with a process.
  static Companions join(Keeper keeper, long process) {
    synchronized (Companions.class) {
      Companions joined = BY_PROCESS.computeIfAbsent(process, Companions::new);
      int index = 0;
      for (Keeper other : joined.keepers) {
        if (other.nonce() < keeper.nonce()) {
          index++;
        }
      }
      joined.keepers.add(index, keeper);
      return joined;
    }
  }

  /// Removes a channel. If it was the first, the next one is checked at once.
  void leave(Keeper keeper) {
    Keeper next = null;
    synchronized (Companions.class) {
      boolean wasFirst = isFirst(keeper);
      if (!dissolved && keepers.remove(keeper)) {
        if (keepers.isEmpty()) {
          BY_PROCESS.remove(process);
        } else if (wasFirst) {
          next = keepers.getFirst();
        }
      }
    }
    if (next != null) {
      next.suspect();
    }
  }

  /// Whether these are the channels that are shared with a process.
  boolean isOf(long other) {
    synchronized (Companions.class) {
      return !dissolved && process == other;
    }
  }

  /// Whether another channel shows whether the process is alive.
  boolean cover(Keeper keeper) {
    synchronized (Companions.class) {
      return !dissolved && !isFirst(keeper);
    }
  }

  /// Checks all others at once, since the process may have died.
  void suspect(Keeper keeper) {
    List<Keeper> others;
    synchronized (Companions.class) {
      if (dissolved) {
        return;
      }
      // Otherwise each dead member found in them would trigger another check of all channels.
      dissolved = true;
      BY_PROCESS.remove(process);
      others = new ArrayList<>(keepers);
    }
    others.remove(keeper);
    others.forEach(Keeper::suspect);
  }

  /// If both ends of a channel are in this process, they have the same nonce.
  private boolean isFirst(Keeper keeper) {
    return !keepers.isEmpty() && keeper.nonce() == keepers.getFirst().nonce();
  }
}
