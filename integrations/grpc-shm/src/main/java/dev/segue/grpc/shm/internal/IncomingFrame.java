// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The header of a received frame, read once from shared memory.
public final class IncomingFrame {

  private long call;
  private int type;
  private int flags;
  private int length;
  private int value;

  IncomingFrame() {}

  /// Passes the frames of a record to a handler.
  ///
  /// @throws DamagedFrameException if the record does not consist of frames
  void readAll(MemorySegment memory, long offset, long recordLength, FrameHandler handler) {
    long end = offset + recordLength;
    long position = offset;
    while (position < end) {
      if (end - position < Frames.HEADER_LENGTH) {
        throw new DamagedFrameException("a frame's header is cut off");
      }
      long first = memory.get(Frames.WORD, position);
      long second = memory.get(Frames.WORD, position + Long.BYTES);
      call = Frames.call(first);
      type = Frames.type(first);
      flags = Frames.flags(first);
      length = Frames.length(second);
      value = Frames.value(second);
      long body = position + Frames.HEADER_LENGTH;
      if (length < 0 || length > end - body) {
        throw new DamagedFrameException(
            "a frame of %d bytes in the last %d bytes of a record".formatted(length, end - body));
      }
      handler.onFrame(this, memory, body);
      position += Frames.frameLength(length);
    }
  }

  /// The number of the call, 0 for frames of the connection.
  public long call() {
    return call;
  }

  /// The type, one of the constants of {@link Frames}, unless the frame is damaged.
  public int type() {
    return type;
  }

  /// Whether a flag is set.
  public boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /// The length of the body.
  public int length() {
    return length;
  }

  /// The value.
  public int value() {
    return value;
  }

  /// Copies the body, so that the peer cannot change it any more.
  public byte[] copyBody(MemorySegment memory, long offset) {
    byte[] body = new byte[length];
    MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, body, 0, length);
    return body;
  }
}
