// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.os.PageFaults;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// The mapped control file: members, lanes, generation.
///
/// Only the holder of the registry's lock stores to it, but for heartbeats and bells, which are
/// their owner's. Readers without the lock look at the generation first.
final class Table {

  static final long PRODUCER_GONE = 0;
  static final long PRODUCER_FENCED = -1;
  static final long NO_CONSUMER = 0;

  /// Where the channel's files are: at their path; unlinked, as those inside may go on; or not
  /// where they were, and nobody has unlinked them.
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

  /// Whether the control file is shorter than it was made.
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

  /// The slot of a living member, or -1.
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

  /// Says that a member is being taken out although it may be alive. It has no role any more.
  void setBeingFenced(int slot) {
    setMember(slot, ChannelLayout.MEMBER_ROLE, BEING_FENCED);
  }

  boolean isBeingFenced(int slot) {
    return member(slot, ChannelLayout.MEMBER_ROLE) == BEING_FENCED;
  }

  /// Counts up in what is the member's own.
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

  MemorySegment flagSegment(int slot, long field) {
    return control.asSlice(ChannelLayout.member(slot) + field, Integer.BYTES);
  }

  private long load(long offset) {
    return (long) WORD.getAcquire(control, offset);
  }

  private void store(String what, long offset, long value) {
    HaltPoints.before(what);
    // Release: each store after those before it, so that a halt leaves a prefix of them; pairs with
    // the acquires in load() and generation().
    WORD.setRelease(control, offset, value);
  }
}
