// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.engine.CodecFailure;
import java.lang.foreign.MemorySegment;

/// A copy of the header of the current frame of a stream, which may explain a later error.
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

  /// Adds the next bytes of the stream, as far as they belong to the header.
  void add(MemorySegment source, long start, long end) {
    if (length < FrameLayout.FRAME_HEADER_LENGTH_MAX) {
      long count = Math.min(FrameLayout.FRAME_HEADER_LENGTH_MAX - length, end - start);
      MemorySegment.copy(source, start, bytes, length, count);
      length += count;
    }
  }

  /// Returns the failure for an error at an offset of the stream.
  CodecFailure explain(long result, DecompressSettings settings, long offset) {
    CodecFailure explained =
        FrameErrors.explain(result, bytes.asSlice(0, length), 0, frame, settings);
    return explained != null
        ? explained
        : ZstdErrors.failure(result, "decompressing a stream", offset);
  }
}
