// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.lane;

import static dev.segue.shm.lane.LaneLayout.RECORD_HEADER_LENGTH;
import static dev.segue.shm.lane.LaneLayout.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Someone who looks on and disturbs nobody: he stores nothing, and nobody waits for him. Whoever
/// looks on too slowly is passed by the producer, and begins anew where the consumer is.
///
/// What is looked at may be written over meanwhile. It is copied first, and counts only if its
/// header, which says in which lap it was written, is still there; that sees almost every
/// overtaking, and a claim that is being written without having reached the header is the rest.
public final class LaneObserver {

  private final MemorySegment lane;
  private final MemorySegment ring;
  private final long ringLength;
  private final MemorySegment copy;
  private long position;
  private long missed;
  private long length;

  /// Begins at the oldest message that was not released.
  ///
  /// @param lane the mapped lane
  /// @param maxMessageLength what the lane was made for
  /// @param copiedBytes how much of a message is copied at most
  /// @throws LaneFault when the lane's bytes are not those of such a lane
  public LaneObserver(MemorySegment lane, long maxMessageLength, int copiedBytes) {
    this.lane = lane;
    this.ring = LaneLayout.ring(lane, maxMessageLength);
    this.ringLength = ring.byteSize();
    this.copy = MemorySegment.ofArray(new byte[copiedBytes]);
    this.position = released();
  }

  private long released() {
    long epoch = (long) WORD.getAcquire(lane, LaneLayout.EPOCH_OFFSET);
    return LaneLayout.requirePosition(
        (long) WORD.getAcquire(lane, LaneLayout.releasedOffset(epoch)));
  }

  /// The next message.
  ///
  /// @return a copy of its beginning, valid until the next call; or null when there is none now
  public @Nullable MemorySegment next() {
    // Padding at most once.
    for (int i = 0; i < 2; i++) {
      long offset = position % ringLength;
      long header = (long) WORD.getAcquire(ring, offset);
      if (header == 0) {
        return null;
      }
      length = LaneLayout.payloadLength(header);
      long room = ringLength - offset - RECORD_HEADER_LENGTH;
      int kind = LaneLayout.kind(header);
      boolean padding = kind == LaneLayout.PADDING && length == room;
      boolean message = kind == LaneLayout.MESSAGE && length <= room;
      if (LaneLayout.lapOf(header) != LaneLayout.lap(position, ringLength)
          || (!padding && !message)) {
        beginAnew();
        return null;
      }
      if (message) {
        return copyOf(offset, header);
      }
      position += LaneLayout.recordLength(length);
    }
    return null;
  }

  private @Nullable MemorySegment copyOf(long offset, long header) {
    long copied = Math.min(length, copy.byteSize());
    MemorySegment.copy(
        ring,
        ValueLayout.JAVA_BYTE,
        offset + RECORD_HEADER_LENGTH,
        copy,
        ValueLayout.JAVA_BYTE,
        0,
        copied);
    // Acquire: the copy before the second look at the header.
    VarHandle.acquireFence();
    if ((long) WORD.getOpaque(ring, offset) != header) {
      beginAnew();
      return null;
    }
    position += LaneLayout.recordLength(length);
    return copy.asSlice(0, copied).asReadOnly();
  }

  private void beginAnew() {
    missed++;
    position = released();
  }

  /// The length of the message that {@link #next()} gave, copied or not.
  public long length() {
    return length;
  }

  /// How often it has been passed by the producer.
  public long missed() {
    return missed;
  }
}
