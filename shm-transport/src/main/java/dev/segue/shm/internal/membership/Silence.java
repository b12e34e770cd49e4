// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.io.IOException;

/// How long the members of a channel have given no sign of life, counted in looks at them.
final class Silence {

  private final Registry registry;
  private final long looksAllowed;

  /// By slot.
  private final long[] ids;

  private final long[] heartbeats;
  private final long[] silentLooks;

  /// The slots that are taken, as of a generation of the tables.
  private final int[] taken;

  private int takenCount;
  private long generation = -1;

  Silence(Registry registry, long looksAllowed) {
    this.registry = registry;
    this.looksAllowed = looksAllowed;
    this.ids = new long[registry.memberSlots()];
    this.heartbeats = new long[ids.length];
    this.silentLooks = new long[ids.length];
    this.taken = new int[ids.length];
  }

  /// Looks at everybody's heartbeat.
  ///
  /// @return whether somebody has given no sign of life since the last look
  boolean look() {
    long now = registry.generation();
    if (now != generation) {
      generation = now;
      findTaken();
    }
    boolean anySilent = false;
    for (int i = 0; i < takenCount; i++) {
      anySilent |= isSilent(taken[i]);
    }
    return anySilent;
  }

  /// Whether the channel has that many members and no more, as of the last look.
  boolean hasExactly(int members) {
    return takenCount == members;
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

  private boolean isSilent(int slot) {
    long id = registry.memberId(slot);
    long heartbeat = id == 0 ? 0 : registry.heartbeat(slot);
    if (id == 0 || id != ids[slot] || heartbeat != heartbeats[slot]) {
      ids[slot] = id;
      heartbeats[slot] = heartbeat;
      silentLooks[slot] = 0;
      return false;
    }
    silentLooks[slot]++;
    return true;
  }

  /// Fences those that have been silent for too long.
  void fenceSilent() throws IOException {
    for (int slot = 0; slot < ids.length; slot++) {
      if (ids[slot] != 0
          && silentLooks[slot] > looksAllowed
          && registry.memberId(slot) == ids[slot]) {
        registry.fenceIfSilent(ids[slot], heartbeats[slot]);
      }
    }
  }
}
