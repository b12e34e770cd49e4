// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static dev.segue.shm.internal.lane.LaneLayout.RECORD_HEADER_LENGTH;
import static dev.segue.shm.internal.lane.LaneLayout.RING_OFFSET;
import static dev.segue.shm.internal.lane.LaneLayout.WORD;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.os.Signal;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// The reading end of a lane. For one thread at a time.
///
/// Each header is read once and validated before it is used, so that a corrupted lane causes a
/// {@link LaneFault} and nothing worse.
public final class LaneConsumer {

  /// How often to release per lap within a batch, so that a long batch does not stall the producer.
  private static final int RELEASES_PER_LAP = 4;

  private final MemorySegment lane;
  private final MemorySegment ring;
  private final long ringLength;
  private final long longestUnreleased;
  private final long releasedOffset;
  private final ArrayDeque<LaneHold> holds = new ArrayDeque<>();
  private long position;
  private long offset;
  private long lap;
  private long released;
  private long delivered;
  private long messageOffset;
  private long messageLength;
  private @Nullable Signal producerSignal;

  private LaneConsumer(
      MemorySegment lane, long maxMessageLength, long releasedOffset, long released) {
    this.lane = lane;
    this.ring = LaneLayout.ring(lane, maxMessageLength);
    this.ringLength = ring.byteSize();
    this.longestUnreleased = ringLength / RELEASES_PER_LAP;
    this.releasedOffset = releasedOffset;
    this.released = LaneLayout.requirePosition(released);
    this.position = released;
    this.offset = position % ringLength;
    this.lap = LaneLayout.lap(position, ringLength);
  }

  /// Takes over the reading end of a lane whose earlier consumers have all ended.
  ///
  /// @param lane the mapped lane
  /// @param maxMessageLength the length that the lane was created for
  /// @throws LaneFault when the lane's header or released position is not valid
  public static LaneConsumer takeOver(MemorySegment lane, long maxMessageLength) {
    return Objects.requireNonNull(
        takeOver(lane, maxMessageLength, LaneLayout.NOBODY, _ -> false), "no place");
  }

  /// Takes over the reading end of a lane, at the first message that was not released.
  ///
  /// A replaced consumer that is alive may still store its released position. The producer ignores
  /// it, because the new consumer stores its own in another place, which the epoch selects. While
  /// the epoch is odd, the producer ignores both. A place is reused after its owner has ended.
  ///
  /// @param lane the mapped lane
  /// @param maxMessageLength the length that the lane was created for
  /// @param owner the new owner, a value that later consumers pass to their `mayStore`
  /// @param mayStore whether an earlier owner may still store its position
  /// @return the consumer, or null when all places belong to owners that may still store there
  /// @throws LaneFault when the lane's header or released position is not valid
  public static @Nullable LaneConsumer takeOver(
      MemorySegment lane, long maxMessageLength, long owner, LongPredicate mayStore) {
    LaneConsumer before = readOnly(lane, maxMessageLength);
    // Already odd if a process died during this.
    long odd = (long) WORD.getAcquire(lane, LaneLayout.EPOCH_OFFSET) | 1;
    long even = LaneLayout.freeEpoch(lane, odd, mayStore);
    if (even == LaneLayout.NO_EPOCH) {
      return null;
    }
    HaltPoints.before("odd epoch");
    WORD.setRelease(lane, LaneLayout.EPOCH_OFFSET, odd);
    // Full: a position that the producer has used under the old epoch is seen here.
    VarHandle.fullFence();
    long released = (long) WORD.getAcquire(lane, before.releasedOffset);
    long releasedOffset = LaneLayout.releasedOffset(even);
    HaltPoints.before("owner of the new epoch");
    WORD.setRelease(lane, LaneLayout.ownerOffset(even), owner);
    HaltPoints.before("released position of the new epoch");
    WORD.setRelease(lane, releasedOffset, released);
    HaltPoints.before("even epoch");
    // Release: the position before its epoch; pairs with the acquires in LaneProducer.
    WORD.setRelease(lane, LaneLayout.EPOCH_OFFSET, even);
    return new LaneConsumer(lane, maxMessageLength, releasedOffset, released);
  }

  /// Creates a consumer that only reads, and stores nothing.
  static LaneConsumer readOnly(MemorySegment lane, long maxMessageLength) {
    long epoch = (long) WORD.getAcquire(lane, LaneLayout.EPOCH_OFFSET);
    long releasedOffset = LaneLayout.releasedOffset(epoch);
    return new LaneConsumer(
        lane, maxMessageLength, releasedOffset, (long) WORD.getAcquire(lane, releasedOffset));
  }

  /// Advances to the next message.
  ///
  /// @return whether there is one
  /// @throws LaneFault when the next record is not valid
  public boolean advance() {
    if (position - released > longestUnreleased) {
      release();
    }
    // Acquire: the payload after its header; pairs with the release in LaneProducer.
    long header = (long) WORD.getAcquire(lane, RING_OFFSET + offset);
    if (header == 0) {
      return false;
    }
    // For a message of this lap, this is its length; for any other record, it is negative or too
    // large.
    long length = header ^ LaneLayout.header(LaneLayout.MESSAGE, lap, 0);
    if (length < 0 || length > roomAfterHeader()) {
      return advanceBeyondPadding(header);
    }
    consume(length, header);
    delivered++;
    return true;
  }

  private boolean advanceBeyondPadding(long padding) {
    int kind = step(padding);
    if (kind == LaneLayout.PADDING) {
      // Padding ends at the ring's end, so no other padding follows it.
      kind = step(nextHeader());
      if (kind == LaneLayout.PADDING) {
        throw new LaneFault("padding follows padding at position " + position);
      }
    }
    if (kind != LaneLayout.MESSAGE) {
      return false;
    }
    delivered++;
    return true;
  }

  /// The current message. Its memory belongs to the producer again after {@link #release()}.
  public MemorySegment message() {
    return ring.asSlice(messageOffset, messageLength);
  }

  /// The memory of the lane, which contains the current message.
  public MemorySegment memory() {
    return ring;
  }

  /// The offset of the current message in {@link #memory()}.
  public long messageOffset() {
    return messageOffset;
  }

  /// The length of the current message.
  public long messageLength() {
    return messageLength;
  }

  /// Holds the current message. Its space, and the space of all later messages, is not released
  /// until the hold has ended and {@link #release()} is called.
  public LaneHold hold() {
    long start = position - LaneLayout.recordLength(messageLength);
    LaneHold hold = new LaneHold(start, message());
    holds.add(hold);
    return hold;
  }

  /// Sets the signal to raise after each release, or null if the producer never sleeps.
  public void signalAfterRelease(@Nullable Signal signal) {
    producerSignal = signal;
  }

  /// The number of holds that have not ended, or not been released yet.
  public int holds() {
    return holds.size();
  }

  /// Returns the space of all messages up to the current one to the producer, or of all messages
  /// before the first held one.
  ///
  /// @return whether there was space to return
  public boolean release() {
    long upTo = holds.isEmpty() ? position : firstHeld();
    if (released == upTo) {
      return false;
    }
    HaltPoints.before("released position");
    LaneLayout.countBeforeRelease(lane, LaneLayout.DELIVERED_OFFSET, delivered);
    delivered = 0;
    // Release: all reads of the messages before this; pairs with the acquire in LaneProducer.
    WORD.setRelease(lane, releasedOffset, upTo);
    released = upTo;
    if (producerSignal != null) {
      producerSignal.raise();
    }
    return true;
  }

  /// Forgets holds that have ended, and returns the position of the first other one.
  private long firstHeld() {
    while (!holds.isEmpty() && holds.getFirst().isReleased()) {
      holds.removeFirst();
    }
    return holds.isEmpty() ? position : holds.getFirst().start;
  }

  /// Whether all messages in the lane were read and released.
  public boolean isDrained() {
    return released == position && isAtEnd();
  }

  /// Whether there is no record after the current position.
  public boolean isAtEnd() {
    return nextHeader() == 0;
  }

  /// Advances by one record of any kind.
  boolean skip() {
    return step(nextHeader()) != 0;
  }

  long position() {
    return position;
  }

  private long nextHeader() {
    // Acquire: the payload after its header; pairs with the release in LaneProducer.
    return (long) WORD.getAcquire(lane, RING_OFFSET + offset);
  }

  private long roomAfterHeader() {
    return ringLength - offset - RECORD_HEADER_LENGTH;
  }

  private int step(long header) {
    if (header == 0) {
      return 0;
    }
    int kind = LaneLayout.kind(header);
    long length = LaneLayout.payloadLength(header);
    boolean possible =
        switch (kind) {
          case LaneLayout.MESSAGE -> length <= roomAfterHeader();
          case LaneLayout.PADDING -> length == roomAfterHeader();
          default -> false;
        };
    if (!possible || LaneLayout.lapOf(header) != lap) {
      throw invalid(header);
    }
    consume(length, header);
    return kind;
  }

  /// Moves past a record whose length is plausible: at most the ring's length, so that nothing
  /// overflows.
  private void consume(long length, long header) {
    long record = LaneLayout.recordLength(length);
    if (position + record - released > ringLength) {
      throw invalid(header);
    }
    messageOffset = offset + RECORD_HEADER_LENGTH;
    messageLength = length;
    position += record;
    offset += record;
    if (offset == ringLength) {
      offset = 0;
      lap = LaneLayout.nextLap(lap);
    }
  }

  private LaneFault invalid(long header) {
    return new LaneFault("record header 0x%x at position %d".formatted(header, position));
  }
}
