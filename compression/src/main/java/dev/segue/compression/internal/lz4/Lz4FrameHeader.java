// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.lz4;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.Signatures;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The checked header of an LZ4 frame. An instance is reused, so that reading a header allocates
/// nothing.
final class Lz4FrameHeader {

  private int length;
  private int flags;
  private long blockLengthMax;
  private long contentLength;

  /// Returns the length of the header in bytes, including the magic number.
  int length() {
    return length;
  }

  /// Returns the maximum content length of a block.
  long blockLengthMax() {
    return blockLengthMax;
  }

  /// Returns the content size; -1 if it is not stated.
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

  /// Returns the length of a header with this FLG byte.
  static int lengthFor(int flags) {
    return Lz4FrameLayout.HEADER_LENGTH_MIN
        + ((flags & Lz4FrameLayout.CONTENT_SIZE) == 0 ? 0 : 8)
        + ((flags & Lz4FrameLayout.DICTIONARY_ID) == 0 ? 0 : 4);
  }

  /// Reads the header of the frame at an offset. The caller has checked the magic number.
  void read(MemorySegment source, long frame, long end) {
    long left = end - frame;
    require(left >= Lz4FrameLayout.HEADER_LENGTH_MIN, "truncated header", frame);
    flags = source.get(ValueLayout.JAVA_BYTE, frame + Lz4FrameLayout.FLAGS_OFFSET) & 0xFF;
    length = lengthFor(flags);
    require(left >= length, "truncated header", frame);
    if ((flags & Lz4FrameLayout.VERSION_MASK) != Lz4FrameLayout.VERSION
        || (flags & Lz4FrameLayout.RESERVED_FLAG) != 0) {
      throw new CodecFailure(
          Reason.UNSUPPORTED,
          "the LZ4 frame at offset=%d has a version or flags that are not supported"
              .formatted(frame),
          frame);
    }
    int descriptor =
        source.get(ValueLayout.JAVA_BYTE, frame + Lz4FrameLayout.BLOCK_DESCRIPTOR_OFFSET) & 0xFF;
    int blockId = descriptor >>> 4;
    require(
        (descriptor & Lz4FrameLayout.BLOCK_DESCRIPTOR_RESERVED) == 0
            && blockId >= Lz4FrameLayout.SMALLEST_BLOCK_ID,
        "undefined block size",
        frame);
    blockLengthMax = Lz4FrameLayout.blockLength(blockId);
    long checksum = frame + length - 1;
    long hashed = frame + Lz4FrameLayout.FLAGS_OFFSET;
    require(
        (byte) (XxHash32.of(source, hashed, checksum - hashed) >>> 8)
            == source.get(ValueLayout.JAVA_BYTE, checksum),
        "header that does not match its checksum",
        frame);
    if ((flags & Lz4FrameLayout.DICTIONARY_ID) != 0) {
      int id = source.get(Lz4FrameLayout.INT, checksum - Lz4FrameLayout.DICTIONARY_ID_LENGTH);
      throw new CodecFailure(
          Reason.WRONG_DICTIONARY,
          "the LZ4 frame at offset=%d needs the dictionary with id=%s, but LZ4 dictionaries are not supported"
              .formatted(frame, Integer.toUnsignedString(id)),
          frame);
    }
    boolean stated = (flags & Lz4FrameLayout.CONTENT_SIZE) != 0;
    contentLength =
        stated ? source.get(Lz4FrameLayout.LONG, frame + Lz4FrameLayout.OPTIONAL_OFFSET) : -1;
    require(contentLength >= 0 || !stated, "content size that exceeds 63 bits", frame);
  }

  /// Returns the failure for input that does not start like a frame.
  ///
  /// @param place the position of the input, for the message
  static CodecFailure noFrame(MemorySegment source, long offset, long end, long place) {
    return Signatures.isLz4Legacy(source, offset, end)
        ? new CodecFailure(
            Reason.UNSUPPORTED,
            "the LZ4 frame at offset=%d is in the legacy format (lz4 -l), which is not supported: convert it with the lz4 command"
                .formatted(place),
            place)
        : new CodecFailure(
            Reason.MALFORMED_INPUT,
            "malformed LZ4 input at offset=%d: not an LZ4 frame (wrong magic number)%s"
                .formatted(place, Signatures.hint(source, offset, end)),
            place);
  }

  static void require(boolean sound, String flaw, long offset) {
    if (!sound) {
      throw new CodecFailure(
          Reason.MALFORMED_INPUT,
          "malformed LZ4 input at offset=%d: %s".formatted(offset, flaw),
          offset);
    }
  }
}
