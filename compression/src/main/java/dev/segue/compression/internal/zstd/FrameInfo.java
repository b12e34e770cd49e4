// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import java.lang.foreign.MemorySegment;

/// The description of one frame, from its header and the headers of its blocks.
///
/// @param offset the start of the frame
/// @param length the length of the frame, including headers and checksum
/// @param magicVariant 0 to 15 for a skippable frame, otherwise -1
/// @param headerLength the number of bytes before the first block, or before the skippable content
/// @param contentLength the content size in the header; -1 if it is not stated
/// @param windowLength the memory that a stream decoder needs, in bytes; 0 for a skippable frame
/// @param dictionaryId the dictionary id in the header; 0 if it is not stated
/// @param checksum whether a checksum follows the content
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

  /// Returns whether a checksum follows the content of the frame at an offset. The frame must be
  /// valid and not skippable.
  static boolean hasChecksum(MemorySegment source, long frame) {
    return FrameLayout.hasChecksum(FrameLayout.u8(source, frame + FrameLayout.MAGIC_LENGTH));
  }
}
