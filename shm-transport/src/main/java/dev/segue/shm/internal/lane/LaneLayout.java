// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.function.LongPredicate;

/// The layout of a lane in shared memory, in the byte order of the host.
///
/// ```text
///      0  long  magic                        written once, before the lane is visible to others
///      8  int   version
///     12  int   offset of the ring
///     16  long  length of the ring           a multiple of 4096
///     24  long  greatest message length
///    ...
///    256  long  messages published           counters, stored by the producer
///    264  long  bytes published
///    272  long  claims refused for lack of room
///    280  long  messages dropped for lack of room
///    288  long  reach                        the producer writes at most up to this position
///    ...
///    384  long  consumer epoch               odd while one consumer takes over from another
///    ...
///    512  16 x  place of a consumer          128 bytes apart; epoch e uses number e / 2 % 16
///      +0 long  released position
///      +8 long  owner                        the consumer that stores there; 0: none
///   2560  long  messages delivered           counter, stored by the consumer
///    ...
///   4096        the ring
/// ```
///
/// Fields that one end stores often have their own pair of cache lines.
///
/// A position counts bytes since the lane was created and never wraps. The ring offset of a
/// position is its remainder modulo the ring length. The ring contains contiguous records, aligned
/// to 8 bytes:
///
/// ```text
///      0  long  header                       0: no record yet
///               bits 56-63  kind             1: message, 2: padding up to the ring's end
///               bits 41-55  lap              number of completed laps, modulo 2^15
///               bits  0-40  payload length
///      8        payload, then up to 7 bytes to the next multiple of 8
/// ```
///
/// The last record is always followed by a header of 0. So the longest message is two headers
/// shorter than the ring. A header with another lap is not valid: a reader cannot be made to go
/// round the ring over old records.
public final class LaneLayout {

  static final long MAGIC = 0x45_4e_41_4c_55_47_45_53L; // "SEGULANE" in little-endian order
  static final int VERSION = 3;

  static final long MAGIC_OFFSET = 0;
  static final long VERSION_OFFSET = 8;
  static final long RING_OFFSET_OFFSET = 12;
  static final long RING_LENGTH_OFFSET = 16;
  static final long MAX_MESSAGE_LENGTH_OFFSET = 24;
  static final long MESSAGES_OFFSET = 256;
  static final long BYTES_OFFSET = 264;
  static final long REFUSED_OFFSET = 272;
  static final long DROPPED_OFFSET = 280;
  static final long REACH_OFFSET = 288;
  static final long EPOCH_OFFSET = 384;
  private static final long RELEASED_OFFSET = 512;
  private static final long RELEASED_SPACING = 128;
  private static final long RELEASED_COUNT = 16;
  private static final long OWNER = 8;
  static final long DELIVERED_OFFSET = RELEASED_OFFSET + RELEASED_SPACING * RELEASED_COUNT;
  static final long RING_OFFSET = 4096;

  static final long NOBODY = 0;
  static final long NO_EPOCH = -1;

  static final long ALIGNMENT = Long.BYTES;
  static final long RECORD_HEADER_LENGTH = Long.BYTES;
  private static final long PAGE = 4096;

  /// The longest message that a lane can be created for: 1 TiB.
  public static final long MAX_CAPACITY = 1L << 40;

  /// No lane gets beyond this position, which would take centuries.
  private static final long MAX_POSITION = 1L << 62;

  private static final int KIND_SHIFT = 56;
  private static final int LAP_SHIFT = 41;
  private static final long LAP_MASK = (1L << KIND_SHIFT) - (1L << LAP_SHIFT);
  private static final long LENGTH_MASK = (1L << LAP_SHIFT) - 1;
  static final int MESSAGE = 1;
  static final int PADDING = 2;

  static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  /// A `long` in shared memory, by its offset in a segment.
  static final VarHandle WORD = LONG.varHandle().withInvokeExactBehavior();

  private LaneLayout() {}

  /// The size of the file for a lane whose messages are at most `maxMessageLength` bytes.
  public static long fileLength(long maxMessageLength) {
    return RING_OFFSET + ringLength(maxMessageLength);
  }

  /// Writes the header of a new lane into memory that is all zeros.
  public static void initialize(MemorySegment lane, long maxMessageLength) {
    lane.set(INT, VERSION_OFFSET, VERSION);
    lane.set(INT, RING_OFFSET_OFFSET, (int) RING_OFFSET);
    lane.set(LONG, RING_LENGTH_OFFSET, ringLength(maxMessageLength));
    lane.set(LONG, MAX_MESSAGE_LENGTH_OFFSET, maxMessageLength);
    lane.set(LONG, MAGIC_OFFSET, MAGIC);
  }

  /// Checks a lane's header and returns its ring.
  ///
  /// @throws LaneFault when this is not the header of a lane of this size
  static MemorySegment ring(MemorySegment lane, long maxMessageLength) {
    long ringLength = ringLength(maxMessageLength);
    require("magic", lane.get(LONG, MAGIC_OFFSET), MAGIC);
    require("version", lane.get(INT, VERSION_OFFSET), VERSION);
    require("ring offset", lane.get(INT, RING_OFFSET_OFFSET), RING_OFFSET);
    require("ring length", lane.get(LONG, RING_LENGTH_OFFSET), ringLength);
    require("greatest message length", lane.get(LONG, MAX_MESSAGE_LENGTH_OFFSET), maxMessageLength);
    return lane.asSlice(RING_OFFSET, ringLength);
  }

  private static void require(String field, long actual, long expected) {
    if (actual != expected) {
      throw new LaneFault("not a lane: %s is 0x%x, not 0x%x".formatted(field, actual, expected));
    }
  }

  private static long ringLength(long maxMessageLength) {
    if (maxMessageLength < 0 || maxMessageLength > MAX_CAPACITY) {
      throw new IllegalArgumentException("maxMessageLength=" + maxMessageLength);
    }
    long least = recordLength(maxMessageLength) + RECORD_HEADER_LENGTH;
    return (least + PAGE - 1) & -PAGE;
  }

  /// The offset of the released position of an epoch. An odd epoch uses the offset of the epoch
  /// before it.
  static long releasedOffset(long epoch) {
    return RELEASED_OFFSET + (epoch >>> 1) % RELEASED_COUNT * RELEASED_SPACING;
  }

  /// Checks a released position to start from, so that no later position overflows.
  ///
  /// @throws LaneFault when no consumer can have stored it
  static long requirePosition(long released) {
    if (released < 0 || released > MAX_POSITION || released % ALIGNMENT != 0) {
      throw new LaneFault("the consumer's position is " + released);
    }
    return released;
  }

  /// The offset of the owner of an epoch's place.
  static long ownerOffset(long epoch) {
    return releasedOffset(epoch) + OWNER;
  }

  /// Returns the first later even epoch whose place has no owner that may still store there.
  ///
  /// @param mayStore whether the owner of a place may still store there
  /// @return the epoch, or `NO_EPOCH` when all other places have such an owner
  static long freeEpoch(MemorySegment lane, long epoch, LongPredicate mayStore) {
    long even = epoch & -2;
    for (long i = 1; i < RELEASED_COUNT; i++) {
      long candidate = even + 2 * i;
      long owner = (long) WORD.getAcquire(lane, ownerOffset(candidate));
      if (owner == NOBODY || !mayStore.test(owner)) {
        return candidate;
      }
    }
    return NO_EPOCH;
  }

  /// Adds to a counter in shared memory that only one thread of all processes stores.
  static void count(MemorySegment lane, long offset, long more) {
    WORD.setOpaque(lane, offset, (long) WORD.get(lane, offset) + more);
  }

  /// Adds to such a counter just before a store with release order, which makes the counter
  /// visible. The accesses are plain, so that the JIT checks the lane once for all accesses up to
  /// the release.
  static void countBeforeRelease(MemorySegment lane, long offset, long more) {
    WORD.set(lane, offset, (long) WORD.get(lane, offset) + more);
  }

  /// The length of a record, including its header and alignment.
  static long recordLength(long payloadLength) {
    return (RECORD_HEADER_LENGTH + payloadLength + ALIGNMENT - 1) & -ALIGNMENT;
  }

  /// @param lap from {@link #lap}
  static long header(int kind, long lap, long payloadLength) {
    return ((long) kind << KIND_SHIFT) | lap | payloadLength;
  }

  /// The lap of a position, shifted to its bits in a header.
  static long lap(long position, long ringLength) {
    return ((position / ringLength) << LAP_SHIFT) & LAP_MASK;
  }

  static long nextLap(long lap) {
    return (lap + (1L << LAP_SHIFT)) & LAP_MASK;
  }

  static long lapOf(long header) {
    return header & LAP_MASK;
  }

  static int kind(long header) {
    return (int) (header >>> KIND_SHIFT);
  }

  static long payloadLength(long header) {
    return header & LENGTH_MASK;
  }
}
