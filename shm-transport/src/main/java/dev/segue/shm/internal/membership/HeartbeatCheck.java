// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.io.IOException;

/// Counts, for each member, the consecutive checks at which its heartbeat had not advanced.
final class HeartbeatCheck {

  private final Registry registry;
  private final long checksAllowed;

  /// Indexed by slot.
  private final long[] ids;

  private final long[] heartbeats;
  private final long[] silentChecks;

  /// The slots in use, as of a generation of the tables.
  private final int[] taken;

  private int takenCount;
  private long generation = -1;

  HeartbeatCheck(Registry registry, long checksAllowed) {
    this.registry = registry;
    this.checksAllowed = checksAllowed;
    this.ids = new long[registry.memberSlots()];
    this.heartbeats = new long[ids.length];
    this.silentChecks = new long[ids.length];
    this.taken = new int[ids.length];
  }

  /// Checks the heartbeats of all members.
  ///
  /// @return the highest count of any member; 0 if all heartbeats have advanced
  long check() {
    long now = registry.generation();
    if (now != generation) {
      generation = now;
      findTaken();
    }
    long most = 0;
    for (int i = 0; i < takenCount; i++) {
      most = Math.max(most, count(taken[i]));
    }
    return most;
  }

  /// Whether the channel had exactly this number of members at the last check.
  boolean hasExactly(int members) {
    return takenCount == members;
  }

  /// Identifies the process of the only other member, as of the last check.
  ///
  /// @param slot the slot of this process's member
  /// @return 0 if the channel has no other member, or several
  long onlyOther(int slot) {
    if (takenCount != 2 || (taken[0] != slot && taken[1] != slot)) {
      return 0;
    }
    return registry.process(taken[0] == slot ? taken[1] : taken[0]);
  }

  private void findTaken() {
    takenCount = 0;
    for (int slot = 0; slot < ids.length; slot++) {
      if (registry.memberId(slot) != 0) {
        taken[takenCount++] = slot;
      } else {
        ids[slot] = 0;
      }
    }
  }

  private long count(int slot) {
    long id = registry.memberId(slot);
    long heartbeat = id == 0 ? 0 : registry.heartbeat(slot);
    if (id == 0 || id != ids[slot] || heartbeat != heartbeats[slot]) {
      ids[slot] = id;
      heartbeats[slot] = heartbeat;
      silentChecks[slot] = 0;
    } else {
      silentChecks[slot]++;
    }
    return silentChecks[slot];
  }

  /// Fences the members that have been silent for too long.
  void fenceSilent() throws IOException {
    for (int slot = 0; slot < ids.length; slot++) {
      if (ids[slot] != 0
          && silentChecks[slot] > checksAllowed
          && registry.memberId(slot) == ids[slot]) {
        registry.fenceIfSilent(ids[slot], heartbeats[slot]);
      }
    }
  }
}
