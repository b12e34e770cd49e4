// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.LockFile;
import java.lang.foreign.MemorySegment;

/// One member's place in a channel.
public final class Seat {

  private static final int SLOT_BITS = 16;

  private final Table table;
  private final int slot;
  private final long id;
  private final Role role;
  final LockFile.Held lock;

  Seat(Table table, int slot, long id, Role role, LockFile.Held lock) {
    this.table = table;
    this.slot = slot;
    this.id = id;
    this.role = role;
    this.lock = lock;
  }

  int slot() {
    return slot;
  }

  /// Who this is, in one word, for those who find it in a lane: see {@link #slotOf} and {@link
  /// #idOf}.
  long asOwner() {
    return id << SLOT_BITS | slot;
  }

  static int slotOf(long owner) {
    return (int) (owner & ((1L << SLOT_BITS) - 1));
  }

  static long idOf(long owner) {
    return owner >>> SLOT_BITS;
  }

  /// The member's id, which nobody else has or had in this channel.
  public long id() {
    return id;
  }

  /// What the member does.
  public Role role() {
    return role;
  }

  /// A number that changes whenever who is there, or which lanes there are, does.
  public long generation() {
    return table.generation();
  }

  /// Whether the others still count on this member.
  boolean isTaken() {
    return table.member(slot, ChannelLayout.MEMBER_ID) == id;
  }

  /// Checks that the channel is there, and the others have not gone on without this member.
  ///
  /// @throws FencedException when they have
  public void require() {
    if (table.place() == Table.LOST) {
      throw new FencedException(
          "its files were deleted or replaced while it was in use, without being unlinked:"
              + " close it, and open or create it anew",
          true);
    }
    if (!isTaken()) {
      throw new FencedException(
          "member "
              + id
              + " ("
              + role.inWords()
              + ") was taken for dead, or was too slow: join again",
          false);
    }
  }

  /// Gives a sign of life.
  void beat() {
    table.count(slot, ChannelLayout.MEMBER_HEARTBEAT);
  }

  /// Counts that the member goes to sleep.
  public void countWait() {
    table.count(slot, ChannelLayout.MEMBER_WAITS);
  }

  /// The word that this member sleeps on.
  public MemorySegment bell() {
    return table.flagSegment(slot, ChannelLayout.MEMBER_BELL);
  }
}
