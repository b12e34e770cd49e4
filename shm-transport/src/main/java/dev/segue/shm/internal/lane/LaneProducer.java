// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static dev.segue.shm.internal.lane.LaneLayout.RECORD_HEADER_LENGTH;
import static dev.segue.shm.internal.lane.LaneLayout.RING_OFFSET;
import static dev.segue.shm.internal.lane.LaneLayout.WORD;
import static dev.segue.shm.internal.lane.LaneLayout.recordLength;

import dev.segue.shm.internal.halt.HaltPoints;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/// The writing end of a lane. For one thread at a time.
///
/// A claim is private to the producer: the lane contains no trace of it until it is committed. So
/// there is nothing to undo when the claim is aborted or the producer dies. A single store of its
/// header publishes a record. The next header is set to 0 before that, so that the consumer, which
/// follows the headers, never finds a stale one.
public final class LaneProducer {

  private static final long NO_CLAIM = -1;

  /// How often at least to store the reach per lap: the more often, the more of the ring observers
  /// can use.
  private static final int REACHES_PER_LAP = 16;

  private final MemorySegment lane;
  private final MemorySegment ring;
  private final long ringLength;
  private long position;
  private long offset;
  private long lap;
  private long released;

  /// Records may end at or before this position without a call of {@link #extend}. It is at most
  /// the stored reach, and at most one lap beyond the released position.
  private long limit;

  private long claimedLength = NO_CLAIM;
  private boolean padded;

  /// Takes over the writing end of a lane, after the last committed record.
  ///
  /// @param lane the mapped lane
  /// @param maxMessageLength the length that the lane was created for
  /// @throws LaneFault when the lane's header, released position or records are not valid
  public LaneProducer(MemorySegment lane, long maxMessageLength) {
    this.lane = lane;
    this.ring = LaneLayout.ring(lane, maxMessageLength);
    this.ringLength = ring.byteSize();
    LaneConsumer reader = LaneConsumer.readOnly(lane, maxMessageLength);
    this.released = reader.position();
    while (reader.skip()) {
      // stops at the first header that is 0
    }
    this.position = reader.position();
    this.offset = position % ringLength;
    this.lap = LaneLayout.lap(position, ringLength);
  }

  /// Claims contiguous room for a message.
  ///
  /// @param maxLength an upper bound of the message's length, at most the length that the lane was
  ///   created for
  /// @return whether there was room
  /// @throws LaneFault when the consumer's position is not valid
  public boolean tryClaim(long maxLength) {
    if (!reserve(recordLength(maxLength))) {
      return false;
    }
    claimedLength = maxLength;
    return true;
  }

  /// Copies a message into the lane and publishes it, without a claim.
  ///
  /// @param length the length of the message, at most that for which the lane was created
  /// @return whether there was room
  /// @throws LaneFault when the consumer's position is not valid
  public boolean offer(MemorySegment message, long length) {
    if (!reserve(recordLength(length))) {
      return false;
    }
    MemorySegment.copy(message, 0, lane, RING_OFFSET + offset + RECORD_HEADER_LENGTH, length);
    publishMessage(length);
    return true;
  }

  private boolean reserve(long record) {
    if (record <= ringLength - offset && position + record + RECORD_HEADER_LENGTH <= limit) {
      return true;
    }
    return reserveBeyondLimit(record);
  }

  private boolean reserveBeyondLimit(long record) {
    if ((record > ringLength - offset && !padToEnd()) || !hasRoom(record)) {
      LaneLayout.count(lane, LaneLayout.REFUSED_OFFSET, 1);
      return false;
    }
    return true;
  }

  /// Whether claims have published padding since the last call of this method.
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

  /// The memory of the lane, which contains the open claim.
  public MemorySegment memory() {
    return ring;
  }

  /// The offset of the open claim in {@link #memory()}.
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
  /// @param length the length of the message, at most the claimed length
  public void commit(long length) {
    publishMessage(length);
    claimedLength = NO_CLAIM;
  }

  private void publishMessage(long length) {
    LaneLayout.countBeforeRelease(lane, LaneLayout.MESSAGES_OFFSET, 1);
    LaneLayout.countBeforeRelease(lane, LaneLayout.BYTES_OFFSET, length);
    publish(LaneLayout.MESSAGE, length);
  }

  /// Aborts the open claim.
  public void abort() {
    claimedLength = NO_CLAIM;
  }

  /// Counts a message that was dropped for lack of room.
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
    WORD.set(lane, RING_OFFSET + next, 0L);
    HaltPoints.before("header");
    // Release: payload and next header before this header; pairs with the acquire in LaneConsumer.
    WORD.setRelease(lane, RING_OFFSET + offset, LaneLayout.header(kind, lap, payloadLength));
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

  /// Moves the limit to a position or beyond it, if there is room.
  private boolean extend(long end) {
    if (end - released > ringLength) {
      refreshReleased();
      if (end - released > ringLength) {
        return false;
      }
    }
    long farthest = released + ringLength;
    limit = Math.min(Math.max(end, position + ringLength / REACHES_PER_LAP), farthest);
    // An earlier producer may have stored a higher reach, and written up to it.
    long reach = (long) WORD.get(lane, LaneLayout.REACH_OFFSET);
    if (reach < limit || reach > farthest) {
      HaltPoints.before("reach");
      WORD.setOpaque(lane, LaneLayout.REACH_OFFSET, limit);
      // Store-store: the reach before the bytes that are written up to it; pairs with the fence in
      // LaneObserver.isOvertaken().
      VarHandle.storeStoreFence();
    }
    return true;
  }

  /// Reads the consumer's released position. Ignores it during a takeover, when it may belong to
  /// either consumer, and if it is lower than the position known so far, which a fenced consumer
  /// may have stored.
  private void refreshReleased() {
    // Acquire, all three: the consumer's reads complete before its bytes are overwritten, and the
    // epoch is read again after the position; pairs with the releases in LaneConsumer.
    long epoch = (long) WORD.getAcquire(lane, LaneLayout.EPOCH_OFFSET);
    long now = (long) WORD.getAcquire(lane, LaneLayout.releasedOffset(epoch));
    // Full: a consumer on this same thread, which was replaced without knowing it, may have stored
    // that position just now, and this thread sees it before other threads do. After the fence all
    // threads see it. So if the epoch is still the same, the next consumer will see it, too; pairs
    // with the fence in LaneConsumer.takeOver().
    VarHandle.fullFence();
    if ((epoch & 1) != 0 || epoch != (long) WORD.getAcquire(lane, LaneLayout.EPOCH_OFFSET)) {
      return;
    }
    if (now > position || now % LaneLayout.ALIGNMENT != 0) {
      throw new LaneFault(
          "the consumer's position %d is not valid: the producer's is %d".formatted(now, position));
    }
    released = Math.max(released, now);
  }
}
