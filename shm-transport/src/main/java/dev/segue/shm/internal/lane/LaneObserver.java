// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static dev.segue.shm.internal.lane.LaneLayout.RECORD_HEADER_LENGTH;
import static dev.segue.shm.internal.lane.LaneLayout.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// A passive reader of a lane: it stores nothing, and neither end waits for it. When the producer
/// overtakes it, it restarts at the released position.
///
/// Before the producer writes, it stores the position up to which it is going to write (the lane's
/// *reach*). So a copy is valid if, after copying, the reach is still within one lap of the
/// record's position. The bytes of the ring alone prove nothing: a later payload may look like any
/// header.
public final class LaneObserver {

  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  private final MemorySegment lane;
  private final MemorySegment ring;
  private final long ringLength;
  private final int copiedBytes;

  /// Grows to the longest message that is shown.
  private MemorySegment copy = MemorySegment.ofArray(new byte[0]);

  private long position;
  private long missed;
  private long length;

  /// Creates an observer that starts at the oldest message that was not released.
  ///
  /// @param lane the mapped lane
  /// @param maxMessageLength the length that the lane was created for
  /// @param copiedBytes the maximum number of bytes to copy of each message
  /// @throws LaneFault when the lane's header or released position is not valid
  public LaneObserver(MemorySegment lane, long maxMessageLength, int copiedBytes) {
    this.lane = lane;
    this.ring = LaneLayout.ring(lane, maxMessageLength);
    this.ringLength = ring.byteSize();
    this.copiedBytes = copiedBytes;
    this.position = released();
  }

  private long released() {
    long epoch = (long) WORD.getAcquire(lane, LaneLayout.EPOCH_OFFSET);
    return LaneLayout.requirePosition(
        (long) WORD.getAcquire(lane, LaneLayout.releasedOffset(epoch)));
  }

  /// Returns the next message.
  ///
  /// @return a copy of its beginning, valid until the next call; or null when there is none now
  /// @throws LaneFault when the next record is not valid
  public @Nullable MemorySegment next() {
    // At most one padding record comes before a message.
    for (int i = 0; i < 2; i++) {
      long offset = position % ringLength;
      long header = (long) WORD.getAcquire(ring, offset);
      if (isOvertaken()) {
        restart();
        return null;
      }
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
        throw new LaneFault("record header 0x%x at position %d".formatted(header, position));
      }
      if (message) {
        return copyFrom(offset);
      }
      position += LaneLayout.recordLength(length);
    }
    return null;
  }

  private @Nullable MemorySegment copyFrom(long offset) {
    long copied = Math.min(length, copiedBytes);
    if (copied > copy.byteSize()) {
      long doubled = Math.min(2 * copied, copiedBytes);
      copy = MemorySegment.ofArray(new byte[(int) Math.min(doubled, LONGEST_ARRAY)]);
      copied = Math.min(copied, LONGEST_ARRAY);
    }
    MemorySegment.copy(
        ring,
        ValueLayout.JAVA_BYTE,
        offset + RECORD_HEADER_LENGTH,
        copy,
        ValueLayout.JAVA_BYTE,
        0,
        copied);
    if (isOvertaken()) {
      restart();
      return null;
    }
    position += LaneLayout.recordLength(length);
    return copy.asSlice(0, copied).asReadOnly();
  }

  /// Whether the bytes that were read at the position may have been overwritten.
  private boolean isOvertaken() {
    // Load-load: the record's bytes before the reach; pairs with the fence in
    // LaneProducer.extend().
    VarHandle.loadLoadFence();
    long reach = (long) WORD.getOpaque(lane, LaneLayout.REACH_OFFSET);
    return reach - position > ringLength;
  }

  private void restart() {
    missed++;
    position = released();
  }

  /// The full length of the message that {@link #next()} returned.
  public long length() {
    return length;
  }

  /// How often the producer has overtaken this observer.
  public long missed() {
    return missed;
  }
}
