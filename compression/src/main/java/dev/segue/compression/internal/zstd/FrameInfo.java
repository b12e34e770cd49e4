// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.lang.foreign.MemorySegment;

/// One frame of an input, from its header and the headers of its blocks.
///
/// @param offset where it begins
/// @param length its bytes, headers and checksum included
/// @param magicVariant 0 to 15 for a skippable frame, else -1
/// @param headerLength bytes before the first block, or before the skippable content
/// @param contentLength as the header states it; -1 when it does not
/// @param windowLength memory a stream decoder needs, 0 for a skippable frame
/// @param dictionaryId 0 when none is stated
/// @param checksum whether the content is followed by its checksum
public record FrameInfo(
    long offset,
    long length,
    int magicVariant,
    int headerLength,
    long contentLength,
    long windowLength,
    int dictionaryId,
    boolean checksum) {

  /// Reads the frame at an offset, to its end.
  ///
  /// @throws dev.segue.compression.internal.engine.CodecFailure with reason `MALFORMED_INPUT`, with
  ///   the offset
  public static FrameInfo at(MemorySegment source, long offset) {
    long end = FrameScanner.endOfFrame(source, offset);
    int magic = FrameLayout.i32(source, offset);
    if (FrameLayout.isSkippable(magic)) {
      return new FrameInfo(
          offset,
          end - offset,
          magic & ~FrameLayout.SKIPPABLE_MASK,
          FrameLayout.SKIPPABLE_HEADER_LENGTH,
          0,
          0,
          0,
          false);
    }
    long header = offset + FrameLayout.MAGIC_LENGTH;
    int descriptor = FrameLayout.u8(source, header);
    long content = FrameLayout.contentSize(source, header, descriptor);
    return new FrameInfo(
        offset,
        end - offset,
        -1,
        FrameLayout.MAGIC_LENGTH + FrameLayout.headerLength(descriptor),
        content,
        FrameLayout.windowSize(source, header, descriptor),
        FrameLayout.dictionaryId(source, header, descriptor),
        FrameLayout.hasChecksum(descriptor));
  }
}
