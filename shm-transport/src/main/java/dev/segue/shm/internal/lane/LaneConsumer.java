// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static dev.segue.shm.internal.lane.LaneLayout.RECORD_HEADER_LENGTH;
import static dev.segue.shm.internal.lane.LaneLayout.WORD;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.os.Bell;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// The reading end of a lane. One thread at a time.
///
/// A header is read once and judged before anything is made of it: whoever scribbles over the lane
/// gets a {@link LaneFault} thrown here, and nothing worse.
public final class LaneConsumer {

  /// Released this often within a batch, so that a long batch does not hold up the producer.
  private static final int RELEASES_PER_LAP = 4;

  private final MemorySegment lane;
  private final MemorySegment ring;
  private final long ringLength;
  private final long releasedOffset;
  private final ArrayDeque<LaneHold> holds = new ArrayDeque<>();
  private long position;
  private long offset;
  private long lap;
  private long released;
  private long delivered;
  private long messagePosition;
  private long messageOffset;
  private long messageLength;
  private @Nullable Bell producerBell;

  private LaneConsumer(
      MemorySegment lane, long maxMessageLength, long releasedOffset, long released) {
    this.lane = lane;
    this.ring = LaneLayout.ring(lane, maxMessageLength);
    this.ringLength = ring.byteSize();
    this.releasedOffset = releasedOffset;
    this.released = LaneLayout.requirePosition(released);
    this.position = released;
    this.offset = position % ringLength;
    this.lap = LaneLayout.lap(position, ringLength);
  }

  /// Takes over the reading end of a lane whose earlier consumers are all at an end.
  ///
  /// @param lane the mapped lane
  /// @param maxMessageLength what the lane was made for
  /// @throws LaneFault when the lane's bytes are not those of such a lane
  public static LaneConsumer takeOver(MemorySegment lane, long maxMessageLength) {
    return Objects.requireNonNull(
        takeOver(lane, maxMessageLength, LaneLayout.NOBODY, _ -> false), "no place");
  }

  /// Takes over the reading end of a lane, at the first message that was not released.
  ///
  /// A consumer that is alive and was replaced may still store its released position: that is not
  /// heeded any more, because the new one stores its own elsewhere, where the epoch says. While the
  /// epoch is odd the producer heeds neither. A place is used again when its owner is at an end.
  ///
  /// @param lane the mapped lane
  /// @param maxMessageLength what the lane was made for
  /// @param owner who takes over, as those after it are asked for it
  /// @param mayStore whether an earlier owner is not at an end, and may yet store its position
  /// @return the consumer, or null when all places are those of owners that may yet store there
  /// @throws LaneFault when the lane's bytes are not those of such a lane
  public static @Nullable LaneConsumer takeOver(
      MemorySegment lane, long maxMessageLength, long owner, LongPredicate mayStore) {
    LaneConsumer before = readOnly(lane, maxMessageLength);
    // Odd already when someone died in the middle of this.
    long odd = (long) WORD.getAcquire(lane, LaneLayout.EPOCH_OFFSET) | 1;
    long even = LaneLayout.freeEpoch(lane, odd, mayStore);
    if (even == LaneLayout.NO_EPOCH) {
      return null;
    }
    HaltPoints.before("odd epoch");
    WORD.setRelease(lane, LaneLayout.EPOCH_OFFSET, odd);
    // Full: if the producer heeded a position under the old epoch, that position is seen here.
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

  /// Someone who only looks at what is there.
  static LaneConsumer readOnly(MemorySegment lane, long maxMessageLength) {
    long epoch = (long) WORD.getAcquire(lane, LaneLayout.EPOCH_OFFSET);
    long releasedOffset = LaneLayout.releasedOffset(epoch);
    return new LaneConsumer(
        lane, maxMessageLength, releasedOffset, (long) WORD.getAcquire(lane, releasedOffset));
  }

  /// Goes on to the next message.
  ///
  /// @return whether there is one
  /// @throws LaneFault when there is a record that no producer writes
  public boolean advance() {
    if (position - released > ringLength / RELEASES_PER_LAP) {
      release();
    }
    int kind = step();
    if (kind == LaneLayout.PADDING) {
      // Only once: padding ends at the ring's end, and none follows it.
      kind = step();
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

  /// The message that {@link #advance()} went to; the memory is the producer's again after {@link
  /// #release()}.
  public MemorySegment message() {
    return ring.asSlice(messageOffset, messageLength);
  }

  /// The lane's memory, in which the message that {@link #advance()} went to is.
  public MemorySegment memory() {
    return ring;
  }

  /// Where in {@link #memory()} that message begins.
  public long messageOffset() {
    return messageOffset;
  }

  /// How long it is.
  public long messageLength() {
    return messageLength;
  }

  /// Keeps the current message, and with it the room of all after it, until the hold is ended and
  /// {@link #release()} called after that.
  public LaneHold hold() {
    LaneHold hold = new LaneHold(messagePosition, message());
    holds.add(hold);
    return hold;
  }

  /// Sets whom to wake after each release: a producer that may sleep until there is room.
  public void ringAfterRelease(@Nullable Bell bell) {
    producerBell = bell;
  }

  /// How many holds have not been accounted for.
  public int holds() {
    return holds.size();
  }

  /// Gives everything up to and including the current message back to the producer, or up to the
  /// first that is held.
  public void release() {
    while (!holds.isEmpty() && holds.getFirst().isReleased()) {
      holds.removeFirst();
    }
    long upTo = holds.isEmpty() ? position : holds.getFirst().start;
    if (released != upTo) {
      HaltPoints.before("released position");
      // Release: all reads of the messages before this; pairs with the acquire in LaneProducer.
      WORD.setRelease(lane, releasedOffset, upTo);
      released = upTo;
      LaneLayout.count(lane, LaneLayout.DELIVERED_OFFSET, delivered);
      delivered = 0;
      if (producerBell != null) {
        producerBell.ring();
      }
    }
  }

  /// Whether everything that is there was read and released.
  public boolean isDrained() {
    return released == position && (long) WORD.getAcquire(ring, offset) == 0;
  }

  /// Goes on by one record of any kind.
  boolean skip() {
    return step() != 0;
  }

  long position() {
    return position;
  }

  private int step() {
    // Acquire: the payload after its header; pairs with the release in LaneProducer.
    long header = (long) WORD.getAcquire(ring, offset);
    if (header == 0) {
      return 0;
    }
    int kind = LaneLayout.kind(header);
    long length = LaneLayout.payloadLength(header);
    long room = ringLength - offset - RECORD_HEADER_LENGTH;
    boolean possible =
        switch (kind) {
          case LaneLayout.MESSAGE -> length <= room;
          case LaneLayout.PADDING -> length == room;
          default -> false;
        };
    // The length is at most the ring's from here on, so that nothing below can overflow.
    if (!possible
        || LaneLayout.lapOf(header) != lap
        || position + LaneLayout.recordLength(length) - released > ringLength) {
      throw new LaneFault("record header 0x%x at position %d".formatted(header, position));
    }
    messagePosition = position;
    messageOffset = offset + RECORD_HEADER_LENGTH;
    messageLength = length;
    position += LaneLayout.recordLength(length);
    offset += LaneLayout.recordLength(length);
    if (offset == ringLength) {
      offset = 0;
      lap = LaneLayout.nextLap(lap);
    }
    return kind;
  }
}
