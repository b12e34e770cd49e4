// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import static dev.segue.shm.internal.lane.LaneLayout.RECORD_HEADER_LENGTH;
import static dev.segue.shm.internal.lane.LaneLayout.WORD;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/// Reads a lane without taking part: it stores nothing, and neither end waits for it. When the
/// producer has passed it, it begins anew at the released position.
///
/// The producer stores how far it is going to write before it writes there (the lane's *reach*). So
/// a copy is genuine if, after copying, the reach is still within one lap of the record's position.
/// Nothing can be concluded from the bytes of the ring alone: a later record's payload may look
/// like any header.
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
  /// @throws LaneFault when there is a record that no producer writes
  public @Nullable MemorySegment next() {
    // Padding at most once.
    for (int i = 0; i < 2; i++) {
      long offset = position % ringLength;
      long header = (long) WORD.getAcquire(ring, offset);
      if (isPassed()) {
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
    long copied = Math.min(length, copy.byteSize());
    MemorySegment.copy(
        ring,
        ValueLayout.JAVA_BYTE,
        offset + RECORD_HEADER_LENGTH,
        copy,
        ValueLayout.JAVA_BYTE,
        0,
        copied);
    if (isPassed()) {
      restart();
      return null;
    }
    position += LaneLayout.recordLength(length);
    return copy.asSlice(0, copied).asReadOnly();
  }

  /// Whether what was read at the position so far may have been written over.
  private boolean isPassed() {
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

  /// The length of the message that {@link #next()} gave, copied or not.
  public long length() {
    return length;
  }

  /// How often it has been passed by the producer.
  public long missed() {
    return missed;
  }
}
