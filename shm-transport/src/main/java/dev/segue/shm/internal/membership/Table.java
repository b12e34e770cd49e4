// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.os.PageFaults;
import dev.segue.shm.internal.os.Signal;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// The mapped control file: the tables of members and lanes, and their generation.
///
/// Only the holder of the registry's lock stores to it, except for heartbeats, signals and
/// counters, which their member stores. Readers without the lock read the generation first.
final class Table {

  static final long PRODUCER_GONE = 0;
  static final long PRODUCER_FENCED = -1;
  static final long NO_CONSUMER = 0;

  /// The state of the channel's files: at their path; unlinked, so that members continue; or lost,
  /// which means missing or replaced without having been unlinked.
  static final long IN_PLACE = 0;

  static final long UNLINKED = 1;
  static final long LOST = 2;

  /// The role of a member that is being fenced.
  private static final long BEING_FENCED = 3;

  private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();
  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle().withInvokeExactBehavior();

  private final MemorySegment control;
  private final ChannelSettings settings;

  Table(MemorySegment control, ChannelSettings settings) {
    this.control = control;
    this.settings = settings;
  }

  /// Whether the control file is shorter than when it was created.
  boolean isTruncated() {
    return PageFaults.isTruncated(control);
  }

  int members() {
    return settings.members();
  }

  int lanes() {
    return settings.lanes();
  }

  long generation() {
    // Acquire: the tables as of this generation, or later; pairs with the release in store().
    return (long) WORD.getAcquire(control, ChannelLayout.GENERATION);
  }

  MemorySegment sharedGeneration() {
    return control.asSlice(ChannelLayout.GENERATION, Long.BYTES);
  }

  void nextGeneration() {
    store("generation", ChannelLayout.GENERATION, generation() + 1);
  }

  long place() {
    return load(ChannelLayout.PLACE);
  }

  void setLost() {
    store("place", ChannelLayout.PLACE, LOST);
  }

  long newId() {
    long id = load(ChannelLayout.NEXT_ID) + 1;
    store("next id", ChannelLayout.NEXT_ID, id);
    return id;
  }

  long member(int slot, long field) {
    return load(ChannelLayout.member(slot) + field);
  }

  void setMember(int slot, long field, long value) {
    store("member +" + field, ChannelLayout.member(slot) + field, value);
  }

  long lane(int slot, long field) {
    return load(ChannelLayout.lane(settings, slot) + field);
  }

  void setLane(int slot, long field, long value) {
    store("lane +" + field, ChannelLayout.lane(settings, slot) + field, value);
  }

  /// Returns the member at one end of a lane now, as {@link #lane} does, or 0 if the lane is gone.
  /// Needs no lock. A change in progress removes a member that has left before it adds another one,
  /// so the result is never 0 because of a change that keeps the member.
  ///
  /// @param field `LANE_PRODUCER` or `LANE_CONSUMER`
  long endOf(LaneRef lane, long field) {
    long end = lane(lane.slot(), field);
    // After the end: if the slot has another lane by now, the end may be that lane's.
    return lane(lane.slot(), ChannelLayout.LANE_ID) == lane.id() ? end : 0;
  }

  /// Returns the slot of a member, or -1.
  int slotOf(long memberId) {
    for (int slot = 0; slot < members(); slot++) {
      if (member(slot, ChannelLayout.MEMBER_ID) == memberId) {
        return slot;
      }
    }
    return -1;
  }

  boolean isMember(int slot, Role role) {
    return member(slot, ChannelLayout.MEMBER_ID) != 0
        && member(slot, ChannelLayout.MEMBER_ROLE) == role.code;
  }

  /// Marks a member as being fenced, in place of its role.
  void setBeingFenced(int slot) {
    setMember(slot, ChannelLayout.MEMBER_ROLE, BEING_FENCED);
  }

  boolean isBeingFenced(int slot) {
    return member(slot, ChannelLayout.MEMBER_ROLE) == BEING_FENCED;
  }

  /// Stores a heartbeat, as only the member itself does.
  void setHeartbeat(int slot, long heartbeat) {
    WORD.setOpaque(control, ChannelLayout.member(slot) + ChannelLayout.MEMBER_HEARTBEAT, heartbeat);
  }

  /// Increments a counter that only the member itself stores.
  void count(int slot, long field) {
    long offset = ChannelLayout.member(slot) + field;
    WORD.setOpaque(control, offset, (long) WORD.get(control, offset) + 1);
  }

  int flag(int slot, long field) {
    return (int) INT.getOpaque(control, ChannelLayout.member(slot) + field);
  }

  void setFlag(int slot, long field, int value) {
    HaltPoints.before("flag +" + field);
    INT.setOpaque(control, ChannelLayout.member(slot) + field, value);
  }

  /// Raises the signals of all members that sleep.
  void wakeMembers() {
    // Full: the generation before the signals; pairs with the fence in Signal.announceSleep().
    VarHandle.fullFence();
    for (int slot = 0; slot < members(); slot++) {
      if (flag(slot, ChannelLayout.MEMBER_SIGNAL) != 0) {
        new Signal(flagSegment(slot, ChannelLayout.MEMBER_SIGNAL)).raise();
      }
    }
  }

  MemorySegment flagSegment(int slot, long field) {
    return control.asSlice(ChannelLayout.member(slot) + field, Integer.BYTES);
  }

  private long load(long offset) {
    return (long) WORD.getAcquire(control, offset);
  }

  private void store(String what, long offset, long value) {
    HaltPoints.before(what);
    // Release: after all earlier stores, so that a process that dies leaves a prefix of them; pairs
    // with the acquires in load() and generation().
    WORD.setRelease(control, offset, value);
  }
}
