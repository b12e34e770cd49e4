// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// An outgoing record in heap memory: complete frames, and the header and body of one more frame.
public final class OutgoingRecord {

  /// Gets notified when a record is written. The first two methods are called under the sender's
  /// lock, so that they are ordered with the end of the connection: they must only record the
  /// event.
  public interface Owner {
    /// Called before the peer can see the record.
    default void beforeCommit() {}

    /// Called when the record is in the lane.
    default void afterCommit() {}

    /// Called when a record that had to wait is in the lane. No lock is held.
    void onWritten(long bytes);
  }

  private static final byte[] NONE = {};

  private final byte[] frames;
  private final long call;
  private final int typeAndFlags;
  private final int value;
  private final byte[] body;
  private final int from;
  private final int length;
  private final @Nullable Owner owner;

  private OutgoingRecord(
      byte[] frames, Piece piece, long call, int typeAndFlags, int value, @Nullable Owner owner) {
    this.frames = frames;
    this.call = call;
    this.typeAndFlags = typeAndFlags;
    this.value = value;
    this.body = piece.bytes;
    this.from = piece.from;
    this.length = piece.length;
    this.owner = owner;
  }

  /// A range of an array.
  ///
  /// @param bytes the array, which must not change any more
  /// @param from the index of the first byte
  /// @param length the number of bytes
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Piece(byte[] bytes, int from, int length) {}

  /// A record of complete frames.
  public static OutgoingRecord of(byte[] frames, @Nullable Owner owner) {
    return new OutgoingRecord(frames, new Piece(NONE, 0, -1), 0, 0, 0, owner);
  }

  /// A record of complete frames, followed by a message or a piece of one.
  ///
  /// @param frames the frames before the message; may be empty
  /// @param flags of the message
  /// @param total the length of the whole message
  public static OutgoingRecord message(
      byte[] frames, long call, int flags, int total, Piece piece, Owner owner) {
    return new OutgoingRecord(
        frames, piece, call, Frames.typeAndFlags(Frames.MESSAGE, flags), total, owner);
  }

  /// The length of the record.
  public long byteSize() {
    return length < 0 ? frames.length : frames.length + Frames.frameLength(length);
  }

  @Nullable Owner owner() {
    return owner;
  }

  /// Writes the record to memory with room for it.
  void write(MemorySegment memory, long offset) {
    MemorySegment.copy(frames, 0, memory, ValueLayout.JAVA_BYTE, offset, frames.length);
    if (length >= 0) {
      long header = offset + frames.length;
      Frames.putHeader(memory, header, call, typeAndFlags, length, value);
      MemorySegment.copy(
          body, from, memory, ValueLayout.JAVA_BYTE, header + Frames.HEADER_LENGTH, length);
    }
  }
}
