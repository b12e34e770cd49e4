// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.engine.CodecFailure;
import java.lang.foreign.MemorySegment;

/// A copy of the header of a stream's current frame, to explain a later error.
final class SeenHeader {

  private final MemorySegment bytes =
      MemorySegment.ofArray(new byte[FrameLayout.FRAME_HEADER_LENGTH_MAX]);
  private long length;
  private long frame;

  /// Begins a frame at an offset of the stream.
  void begin(long offset) {
    frame = offset;
    length = 0;
  }

  /// Adds the part of the stream's next bytes that belongs to the header.
  void add(MemorySegment source, long start, long end) {
    if (length < FrameLayout.FRAME_HEADER_LENGTH_MAX) {
      long count = Math.min(FrameLayout.FRAME_HEADER_LENGTH_MAX - length, end - start);
      MemorySegment.copy(source, start, bytes, length, count);
      length += count;
    }
  }

  /// Returns the failure for an error of a step in the frame.
  ///
  /// @param offset the offset of the error in the stream
  /// @param room the length of the buffer for all content of the frame; [Long#MAX_VALUE] if each
  ///   step has its own buffer
  /// @param isPrefixed whether the frame was compressed with a prefix
  CodecFailure explain(
      long result, DecompressSettings settings, long offset, long room, boolean isPrefixed) {
    MemorySegment header = bytes.asSlice(0, length);
    if (result == ZstdErrors.PREFIX_UNKNOWN) {
      return FrameErrors.noFrame(header, 0, length, frame);
    }
    CodecFailure explained = FrameErrors.explain(result, header, frame, settings);
    if (explained != null) {
      return explained;
    }
    CodecFailure failure =
        result == ZstdErrors.DESTINATION_TOO_SMALL && isOverfull(header, settings, room)
            ? FrameErrors.overfull(header, frame, settings)
            : ZstdErrors.failure(result, "decompressing a stream", offset);
    return FrameErrors.withHint(failure, header, settings, isPrefixed);
  }

  /// Returns whether no buffer would be large enough.
  private static boolean isOverfull(MemorySegment header, DecompressSettings settings, long room) {
    long stated = FrameErrors.statedContent(header, settings);
    return room == Long.MAX_VALUE || (stated >= 0 && stated <= room);
  }
}
