// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static dev.segue.shm.internal.lane.LaneLayout.RECORD_HEADER_LENGTH;
import static dev.segue.shm.internal.lane.LaneLayout.WORD;
import static dev.segue.shm.internal.lane.LaneLayout.recordLength;

import dev.segue.shm.internal.halt.HaltPoints;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/// The writing end of a lane. One thread at a time.
///
/// A claim is private to the producer: nothing in the lane tells of it until it is committed, so an
/// abort, or the death of the producer, has nothing to undo. A record is published by the one store
/// of its header, and before that the next header is set to 0, so that the consumer, which goes
/// from header to header, never meets a stale one.
public final class LaneProducer {

  private static final long NO_CLAIM = -1;

  /// The reach is stored this often a lap at least, so that observers lose little of the ring to
  /// it.
  private static final int REACHES_PER_LAP = 16;

  private final MemorySegment lane;
  private final MemorySegment ring;
  private final long ringLength;
  private long position;
  private long offset;
  private long lap;
  private long released;

  /// What is claimed ends here at the latest, unless {@link #extend} says otherwise: at most the
  /// reach that is stored in the lane, and one lap beyond the released position.
  private long limit;

  private long claimedLength = NO_CLAIM;
  private boolean padded;

  /// Takes over the writing end of a lane, behind the last record that was committed to it.
  ///
  /// @param lane the mapped lane
  /// @param maxMessageLength what the lane was made for
  /// @throws LaneFault when the lane's bytes are not those of such a lane
  public LaneProducer(MemorySegment lane, long maxMessageLength) {
    this.lane = lane;
    this.ring = LaneLayout.ring(lane, maxMessageLength);
    this.ringLength = ring.byteSize();
    LaneConsumer reader = LaneConsumer.readOnly(lane, maxMessageLength);
    this.released = reader.position();
    while (reader.skip()) {
      // to the first header that is 0
    }
    this.position = reader.position();
    this.offset = position % ringLength;
    this.lap = LaneLayout.lap(position, ringLength);
  }

  /// Claims room for a message of at most that length, contiguous in the ring.
  ///
  /// @param maxLength at most what the lane was made for
  /// @return whether there was room
  /// @throws LaneFault when the consumer's position is not possible
  public boolean tryClaim(long maxLength) {
    long record = recordLength(maxLength);
    if ((record > ringLength - offset && !padToEnd()) || !hasRoom(record)) {
      LaneLayout.count(lane, LaneLayout.REFUSED_OFFSET, 1);
      return false;
    }
    claimedLength = maxLength;
    return true;
  }

  /// Whether claims have published padding since this was last asked.
  public boolean takePadded() {
    boolean was = padded;
    padded = false;
    return was;
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

  /// The lane's memory, in which the open claim is.
  public MemorySegment memory() {
    return ring;
  }

  /// Where in {@link #memory()} the open claim begins.
  public long claimedOffset() {
    return offset + RECORD_HEADER_LENGTH;
  }

  long position() {
    return position;
  }

  /// Copies a message into the open claim.
  public void fill(MemorySegment source, long sourceOffset, long length) {
    MemorySegment.copy(source, sourceOffset, ring, offset + RECORD_HEADER_LENGTH, length);
  }

  /// Publishes the open claim.
  ///
  /// @param length the true length, at most the claimed one
  public void commit(long length) {
    publish(LaneLayout.MESSAGE, length);
    claimedLength = NO_CLAIM;
    LaneLayout.count(lane, LaneLayout.MESSAGES_OFFSET, 1);
    LaneLayout.count(lane, LaneLayout.BYTES_OFFSET, length);
  }

  /// Gives the open claim up.
  public void abort() {
    claimedLength = NO_CLAIM;
  }

  /// Counts a message that was not sent for want of room.
  public void countDrop() {
    LaneLayout.count(lane, LaneLayout.DROPPED_OFFSET, 1);
  }

  private boolean padToEnd() {
    long rest = ringLength - offset;
    if (!hasRoom(rest)) {
      return false;
    }
    publish(LaneLayout.PADDING, rest - RECORD_HEADER_LENGTH);
    padded = true;
    return true;
  }

  private void publish(int kind, long payloadLength) {
    long record = recordLength(payloadLength);
    long next = offset + record;
    if (next == ringLength) {
      next = 0;
    }
    HaltPoints.before("next header");
    WORD.set(ring, next, 0L);
    HaltPoints.before("header");
    // Release: payload and next header before this header; pairs with the acquire in LaneConsumer.
    WORD.setRelease(ring, offset, LaneLayout.header(kind, lap, payloadLength));
    if (next == 0) {
      lap = LaneLayout.nextLap(lap);
    }
    offset = next;
    position += record;
  }

  private boolean hasRoom(long record) {
    long end = position + record + RECORD_HEADER_LENGTH;
    return end <= limit || extend(end);
  }

  /// Moves the limit to that position or beyond, if there is room.
  private boolean extend(long end) {
    if (end - released > ringLength) {
      refreshReleased();
      if (end - released > ringLength) {
        return false;
      }
    }
    long farthest = released + ringLength;
    limit = Math.min(Math.max(end, position + ringLength / REACHES_PER_LAP), farthest);
    // A producer before this one may have stored more, and written as far as that.
    long reach = (long) WORD.get(lane, LaneLayout.REACH_OFFSET);
    if (reach < limit || reach > farthest) {
      HaltPoints.before("reach");
      WORD.setOpaque(lane, LaneLayout.REACH_OFFSET, limit);
      // Store-store: the reach before whatever is written up to it; pairs with the fence in
      // LaneObserver.isPassed().
      VarHandle.storeStoreFence();
    }
    return true;
  }

  /// Learns how far the consumer is. While one consumer takes over from another it may not be known
  /// which of them says it: then there is no news. The same when a consumer that was fenced has
  /// said what its successor has said better.
  private void refreshReleased() {
    // Acquire, all three: the consumer's reads are over before its bytes are overwritten, and the
    // epoch is looked at again after the position; pairs with the releases in LaneConsumer.
    long epoch = (long) WORD.getAcquire(lane, LaneLayout.EPOCH_OFFSET);
    long now = (long) WORD.getAcquire(lane, LaneLayout.releasedOffset(epoch));
    // Full: a consumer on this same thread, which was replaced without knowing it, may have stored
    // that position just now, and this thread sees it before others do. After the fence everyone
    // does, so if the epoch is still the same, the next consumer will; pairs with the fence in
    // LaneConsumer.takeOver().
    VarHandle.fullFence();
    if ((epoch & 1) != 0 || epoch != (long) WORD.getAcquire(lane, LaneLayout.EPOCH_OFFSET)) {
      return;
    }
    if (now > position || now % LaneLayout.ALIGNMENT != 0) {
      throw new LaneFault(
          "the consumer's position is %d, and the producer's %d".formatted(now, position));
    }
    released = Math.max(released, now);
  }
}
