// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.engine.CodecFailure;
import java.lang.foreign.MemorySegment;

/// The header of the frame that a stream is in, kept for the error that it may be the reason of.
final class SeenHeader {

  private final MemorySegment bytes =
      MemorySegment.ofArray(new byte[FrameLayout.FRAME_HEADER_LENGTH_MAX]);
  private long length;
  private long frame;

  /// Begins with a frame at an offset of the stream.
  void begin(long offset) {
    frame = offset;
    length = 0;
  }

  /// Takes the next bytes of the stream in, as far as they are of the header.
  void add(MemorySegment source, long start, long end) {
    if (length < FrameLayout.FRAME_HEADER_LENGTH_MAX) {
      long count = Math.min(FrameLayout.FRAME_HEADER_LENGTH_MAX - length, end - start);
      MemorySegment.copy(source, start, bytes, length, count);
      length += count;
    }
  }

  /// The exception for an error at an offset of the stream.
  CodecFailure explain(long result, DecompressSettings settings, long offset) {
    CodecFailure explained =
        FrameErrors.explain(result, bytes.asSlice(0, length), 0, frame, settings);
    return explained != null
        ? explained
        : ZstdErrors.failure(result, "decompressing a stream", offset);
  }
}
