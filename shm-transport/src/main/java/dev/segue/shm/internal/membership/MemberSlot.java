// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.LockFile;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/// A member's entry in the tables of its channel.
public final class MemberSlot {

  private static final int SLOT_BITS = 16;

  private final Table table;
  private final int slot;
  private final long id;
  private final Role role;
  final LockFile.Held lock;

  /// The ids of the lanes that the member has mapped. Stored under the registry's lock.
  private volatile Set<Long> openedLanes = Set.of();

  MemberSlot(Table table, int slot, long id, Role role, LockFile.Held lock) {
    this.table = table;
    this.slot = slot;
    this.id = id;
    this.role = role;
    this.lock = lock;
  }

  int slot() {
    return slot;
  }

  /// The id and slot of the member in one word, which identifies the owner of a place in a lane;
  /// see {@link #slotOf} and {@link #idOf}.
  long asOwner() {
    return id << SLOT_BITS | slot;
  }

  static int slotOf(long owner) {
    return (int) (owner & ((1L << SLOT_BITS) - 1));
  }

  static long idOf(long owner) {
    return owner >>> SLOT_BITS;
  }

  /// The id of the member, which is never used again in its channel.
  public long id() {
    return id;
  }

  /// The role of the member.
  public Role role() {
    return role;
  }

  /// A number that changes whenever the members or the lanes of the channel change.
  public long generation() {
    return table.generation();
  }

  /// The word in shared memory that contains the {@link #generation()}, for members that read it
  /// with each message.
  public MemorySegment sharedGeneration() {
    return table.sharedGeneration();
  }

  /// Whether the member is still in the table.
  boolean isTaken() {
    return table.member(slot, ChannelLayout.MEMBER_ID) == id;
  }

  /// Checks that the member was not fenced and the channel's files are not lost.
  ///
  /// @throws FencedException when it was, or they are
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
              + ") was fenced, because it sent no heartbeat for too long or was too slow: join again",
          false);
    }
  }

  /// Stores which lanes the member has mapped. The caller holds the registry's lock.
  void setOpenedLanes(Set<Long> ids) {
    openedLanes = ids;
  }

  /// Whether the member has mapped a lane.
  boolean hasOpened(LaneRef lane) {
    return openedLanes.contains(lane.id());
  }

  /// Whether the member is at an end of a lane.
  boolean isAtEndOf(LaneRef lane) {
    return (role == Role.PUBLISHER ? lane.producer() : lane.consumer()) == id;
  }

  /// Stores a heartbeat.
  void beat() {
    table.setHeartbeat(slot, Heartbeats.next());
  }

  /// Counts that the member went to sleep.
  public void countWait() {
    table.count(slot, ChannelLayout.MEMBER_WAITS);
  }

  /// The memory of the member's signal.
  public MemorySegment signal() {
    return table.flagSegment(slot, ChannelLayout.MEMBER_SIGNAL);
  }
}
