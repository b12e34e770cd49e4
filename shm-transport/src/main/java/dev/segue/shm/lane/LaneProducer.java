// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.lane;

import static dev.segue.shm.lane.LaneLayout.RECORD_HEADER_LENGTH;
import static dev.segue.shm.lane.LaneLayout.RELEASED_OFFSET;
import static dev.segue.shm.lane.LaneLayout.WORD;
import static dev.segue.shm.lane.LaneLayout.recordLength;

import java.lang.foreign.MemorySegment;

/// The writing end of a lane. One thread at a time.
///
/// A claim is private to the producer: nothing in the lane tells of it until it is committed, so an
/// abort, or the death of the producer, has nothing to undo. A record is published by the one store
/// of its header, and before that the next header is set to 0, so that the consumer, which goes
/// from header to header, never meets a stale one.
public final class LaneProducer {

  /// What {@link #tryClaim} returns when there is no room.
  public static final long NO_ROOM = -1;

  private static final long NO_CLAIM = -1;

  private final MemorySegment lane;
  private final MemorySegment ring;
  private final long ringLength;
  private long position;
  private long offset;
  private long released;
  private long claimedLength = NO_CLAIM;

  /// Takes over the writing end of a lane, behind the last record that was committed to it.
  ///
  /// @param lane the mapped lane
  /// @param maxMessageLength what the lane was made for
  /// @throws LaneFault when the lane's bytes are not those of such a lane
  public LaneProducer(MemorySegment lane, long maxMessageLength) {
    this.lane = lane;
    this.ring = LaneLayout.ring(lane, maxMessageLength);
    this.ringLength = ring.byteSize();
    LaneConsumer reader = new LaneConsumer(lane, maxMessageLength);
    this.released = reader.position();
    while (reader.skip()) {
      // to the first header that is 0
    }
    this.position = reader.position();
    this.offset = position % ringLength;
  }

  /// Claims room for a message of at most that length, contiguous in the ring.
  ///
  /// @param maxLength at most what the lane was made for
  /// @return the offset of the payload in the ring, or {@link #NO_ROOM}
  /// @throws LaneFault when the consumer's position is not possible
  public long tryClaim(long maxLength) {
    long record = recordLength(maxLength);
    if (record > ringLength - offset && !padToEnd()) {
      return NO_ROOM;
    }
    if (!hasRoom(record)) {
      return NO_ROOM;
    }
    claimedLength = maxLength;
    return offset + RECORD_HEADER_LENGTH;
  }

  /// Whether there is a claim that was neither committed nor aborted.
  public boolean isClaimed() {
    return claimedLength != NO_CLAIM;
  }

  /// The length of the open claim.
  public long claimedLength() {
    return claimedLength;
  }

  /// The memory of the open claim.
  public MemorySegment claimed() {
    return ring.asSlice(offset + RECORD_HEADER_LENGTH, claimedLength);
  }

  /// Copies a message into the open claim.
  public void fill(MemorySegment message) {
    MemorySegment.copy(message, 0, ring, offset + RECORD_HEADER_LENGTH, claimedLength);
  }

  /// Publishes the open claim.
  ///
  /// @param length the true length, at most the claimed one
  public void commit(long length) {
    publish(LaneLayout.MESSAGE, length);
    claimedLength = NO_CLAIM;
  }

  /// Gives the open claim up.
  public void abort() {
    claimedLength = NO_CLAIM;
  }

  private boolean padToEnd() {
    long rest = ringLength - offset;
    if (!hasRoom(rest)) {
      return false;
    }
    publish(LaneLayout.PADDING, rest - RECORD_HEADER_LENGTH);
    return true;
  }

  private void publish(int kind, long payloadLength) {
    long record = recordLength(payloadLength);
    long next = offset + record;
    if (next == ringLength) {
      next = 0;
    }
    WORD.set(ring, next, 0L);
    // Release: payload and next header before this header; pairs with the acquire in LaneConsumer.
    WORD.setRelease(ring, offset, LaneLayout.header(kind, payloadLength));
    offset = next;
    position += record;
  }

  private boolean hasRoom(long record) {
    long end = position + record + RECORD_HEADER_LENGTH;
    if (end - released <= ringLength) {
      return true;
    }
    // Acquire: the consumer's reads are over before its bytes are overwritten; pairs with the
    // release in LaneConsumer.
    long now = (long) WORD.getAcquire(lane, RELEASED_OFFSET);
    if (now < released || now > position || now % LaneLayout.ALIGNMENT != 0) {
      throw new LaneFault(
          "the consumer's position is %d, not from %d to %d".formatted(now, released, position));
    }
    released = now;
    return end - released <= ringLength;
  }
}
