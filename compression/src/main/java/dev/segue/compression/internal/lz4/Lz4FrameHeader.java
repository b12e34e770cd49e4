// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The header of an LZ4 frame, checked; to be used again, so that reading one allocates nothing.
final class Lz4FrameHeader {

  private int length;
  private int flags;
  private long blockLengthMax;
  private long contentLength;

  /// Its length in bytes, magic included.
  int length() {
    return length;
  }

  /// The most content of a block.
  long blockLengthMax() {
    return blockLengthMax;
  }

  /// The content size; -1 when not stated.
  long contentLength() {
    return contentLength;
  }

  boolean hasLinkedBlocks() {
    return (flags & Lz4FrameLayout.INDEPENDENT) == 0;
  }

  int blockChecksumLength() {
    return (flags & Lz4FrameLayout.BLOCK_CHECKSUMS) == 0 ? 0 : Lz4FrameLayout.CHECKSUM_LENGTH;
  }

  int contentChecksumLength() {
    return (flags & Lz4FrameLayout.CONTENT_CHECKSUM) == 0 ? 0 : Lz4FrameLayout.CHECKSUM_LENGTH;
  }

  /// Length of the header that begins with a FLG byte.
  static int lengthFor(int flags) {
    return Lz4FrameLayout.HEADER_LENGTH_MIN
        + ((flags & Lz4FrameLayout.CONTENT_SIZE) == 0 ? 0 : 8)
        + ((flags & Lz4FrameLayout.DICTIONARY_ID) == 0 ? 0 : 4);
  }

  /// Reads the header of the frame at an offset, whose magic was seen.
  void read(MemorySegment source, long frame, long end) {
    long left = end - frame;
    require(left >= Lz4FrameLayout.HEADER_LENGTH_MIN, "truncated header", frame);
    flags = source.get(ValueLayout.JAVA_BYTE, frame + Lz4FrameLayout.FLAGS_OFFSET) & 0xFF;
    length = lengthFor(flags);
    require(left >= length, "truncated header", frame);
    require(
        (flags & Lz4FrameLayout.VERSION_MASK) == Lz4FrameLayout.VERSION
            && (flags & Lz4FrameLayout.RESERVED_FLAG) == 0,
        "header of another version",
        frame);
    int descriptor =
        source.get(ValueLayout.JAVA_BYTE, frame + Lz4FrameLayout.BLOCK_DESCRIPTOR_OFFSET) & 0xFF;
    int blockId = descriptor >>> 4;
    require(
        (descriptor & Lz4FrameLayout.BLOCK_DESCRIPTOR_RESERVED) == 0
            && blockId >= Lz4FrameLayout.SMALLEST_BLOCK_ID,
        "block size that is not defined",
        frame);
    blockLengthMax = Lz4FrameLayout.blockLength(blockId);
    long checksum = frame + length - 1;
    long hashed = frame + Lz4FrameLayout.FLAGS_OFFSET;
    require(
        (byte) (XxHash32.of(source, hashed, checksum - hashed) >>> 8)
            == source.get(ValueLayout.JAVA_BYTE, checksum),
        "header whose checksum is wrong",
        frame);
    if ((flags & Lz4FrameLayout.DICTIONARY_ID) != 0) {
      int id = source.get(Lz4FrameLayout.INT, checksum - Lz4FrameLayout.DICTIONARY_ID_LENGTH);
      throw new CompressionException(
          Kind.WRONG_DICTIONARY,
          "the LZ4 frame at offset=%d was written with the dictionary of id=%s, which LZ4 is not read with here"
              .formatted(frame, Integer.toUnsignedString(id)),
          frame);
    }
    boolean stated = (flags & Lz4FrameLayout.CONTENT_SIZE) != 0;
    contentLength =
        stated ? source.get(Lz4FrameLayout.LONG, frame + Lz4FrameLayout.OPTIONAL_OFFSET) : -1;
    require(contentLength >= 0 || !stated, "content size of more than 63 bits", frame);
  }

  static void require(boolean sound, String flaw, long offset) {
    if (!sound) {
      throw new CompressionException(
          Kind.MALFORMED_INPUT, "LZ4 input has a %s at offset=%d".formatted(flaw, offset), offset);
    }
  }
}
