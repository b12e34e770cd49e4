// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import org.jspecify.annotations.Nullable;

/// Determines the one process that shares a channel with this one, once the channel is settled: no
/// other process has members, and nothing remains but to check that the process is alive.
final class Sharing {

  /// A channel is settled after this number of checks without a change of its tables.
  private static final int CHECKS_TO_SETTLE = 10;

  private final Keeper keeper;
  private final Registry registry;
  private final HeartbeatCheck heartbeatCheck;
  private long generation = -1;
  private int checks;
  private volatile @Nullable Companions companions;

  Sharing(Keeper keeper, Registry registry, HeartbeatCheck heartbeatCheck) {
    this.keeper = keeper;
    this.registry = registry;
    this.heartbeatCheck = heartbeatCheck;
  }

  /// Reads the tables, after a check.
  ///
  /// @param own the only member of this process, or null if there are none or several
  /// @param recordedGeneration the last generation of an unlinked channel's tables for which
  ///   nothing is left to do
  void look(@Nullable MemberSlot own, long recordedGeneration) {
    long now = registry.generation();
    if (now != generation) {
      generation = now;
      checks = 0;
    }
    boolean isRecorded = !registry.isUnlinked() || now == recordedGeneration;
    if (own == null || !isRecorded || registry.isLost() || checks < CHECKS_TO_SETTLE) {
      checks++;
      leave();
    } else {
      shareWith(heartbeatCheck.onlyOther(own.slot()));
    }
  }

  /// @param process the only other process, or 0
  private void shareWith(long process) {
    Companions known = companions;
    if (known == null || !known.isOf(process)) {
      leave();
      companions = process == 0 ? null : Companions.join(keeper, process);
    }
  }

  /// The channel no longer shows whether the other process is alive.
  void end() {
    checks = 0;
    leave();
  }

  private void leave() {
    Companions known = companions;
    if (known != null) {
      companions = null;
      known.leave(keeper);
    }
  }

  /// Whether another channel shows whether the other process is alive.
  boolean isCovered() {
    Companions known = companions;
    return known != null && known.cover(keeper);
  }

  /// Checks the other channels of the other process at once, since it may have died.
  void suspect() {
    Companions known = companions;
    if (known != null) {
      known.suspect(keeper);
    }
  }
}
