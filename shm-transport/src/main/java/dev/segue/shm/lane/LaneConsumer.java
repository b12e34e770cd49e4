// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.lane;

import static dev.segue.shm.lane.LaneLayout.RECORD_HEADER_LENGTH;
import static dev.segue.shm.lane.LaneLayout.RELEASED_OFFSET;
import static dev.segue.shm.lane.LaneLayout.WORD;

import java.lang.foreign.MemorySegment;

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
  private long position;
  private long offset;
  private long released;
  private long messageOffset;
  private long messageLength;

  /// Takes over the reading end of a lane, at the first message that was not released.
  ///
  /// @param lane the mapped lane
  /// @param maxMessageLength what the lane was made for
  /// @throws LaneFault when the lane's bytes are not those of such a lane
  public LaneConsumer(MemorySegment lane, long maxMessageLength) {
    this.lane = lane;
    this.ring = LaneLayout.ring(lane, maxMessageLength);
    this.ringLength = ring.byteSize();
    this.position = (long) WORD.getAcquire(lane, RELEASED_OFFSET);
    if (position < 0 || position % LaneLayout.ALIGNMENT != 0) {
      throw new LaneFault("the consumer's position is " + position);
    }
    this.released = position;
    this.offset = position % ringLength;
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
    return kind == LaneLayout.MESSAGE;
  }

  /// The message that {@link #advance()} went to; the memory is the producer's again after {@link
  /// #release()}.
  public MemorySegment message() {
    return ring.asSlice(messageOffset, messageLength);
  }

  /// Gives everything up to and including the current message back to the producer.
  public void release() {
    if (released != position) {
      // Release: all reads of the messages before this; pairs with the acquire in LaneProducer.
      WORD.setRelease(lane, RELEASED_OFFSET, position);
      released = position;
    }
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
    if (!possible || position + LaneLayout.recordLength(length) - released > ringLength) {
      throw new LaneFault("record header 0x%x at position %d".formatted(header, position));
    }
    messageOffset = offset + RECORD_HEADER_LENGTH;
    messageLength = length;
    position += LaneLayout.recordLength(length);
    offset = messageOffset + (LaneLayout.recordLength(length) - RECORD_HEADER_LENGTH);
    if (offset == ringLength) {
      offset = 0;
    }
    return kind;
  }
}
