// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.zstd.FrameInfo;
import dev.segue.compression.zstd.ZstdDecompression;
import dev.segue.compression.zstd.ZstdLibrary;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// What can be said of a zstd frame without decompressing it.
///
/// @param offset where it begins, in bytes from the start of the source
/// @param byteSize its length, headers and checksum included
/// @param skippableVariant 0 to 15 for a skippable frame, -1 for one with content
/// @param headerLength bytes before its first block, or before the skippable bytes
/// @param contentLength the length of its content as the header states it, -1 when it does not
/// @param windowLength the memory a stream decoder needs for its window
/// @param dictionaryId the id of the dictionary it needs, 0 when none is stated
/// @param hasChecksum whether its content is followed by a checksum
public record ZstdFrame(
    long offset,
    long byteSize,
    int skippableVariant,
    int headerLength,
    long contentLength,
    long windowLength,
    int dictionaryId,
    boolean hasChecksum) {

  private static final int SKIPPABLE_MAGIC = 0x184D2A50;
  private static final int SKIPPABLE_HEADER_LENGTH = 8;
  private static final int SKIPPABLE_VARIANT_MAX = 15;
  private static final long SKIPPABLE_LENGTH_MAX = 0xFFFFFFFFL;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The frame at an offset, read to its end.
  ///
  /// @param source frames
  /// @param offset where one begins
  /// @return the frame
  /// @throws CompressionException of kind `MALFORMED_INPUT` when there is none, or not all of it
  public static ZstdFrame at(MemorySegment source, long offset) {
    if (offset < 0 || offset > source.byteSize()) {
      throw new IndexOutOfBoundsException(
          "offset=%d source.byteSize=%d".formatted(offset, source.byteSize()));
    }
    FrameInfo info = FrameInfo.at(source, offset);
    return new ZstdFrame(
        info.offset(),
        info.length(),
        info.skippableVariant(),
        info.headerLength(),
        info.contentLength(),
        info.windowLength(),
        info.dictionaryId(),
        info.checksum());
  }

  /// Every frame of a source.
  ///
  /// @param source frames that follow one another, to its end
  /// @return the frames, in order
  /// @throws CompressionException of kind `MALFORMED_INPUT`, with the offset
  public static List<ZstdFrame> list(MemorySegment source) {
    List<ZstdFrame> frames = new ArrayList<>();
    for (long offset = 0; offset < source.byteSize(); ) {
      ZstdFrame frame = at(source, offset);
      frames.add(frame);
      offset += frame.byteSize();
    }
    return List.copyOf(frames);
  }

  /// Whether this frame has no content, but bytes that decoders skip.
  ///
  /// @return true for a skippable frame
  public boolean isSkippable() {
    return skippableVariant >= 0;
  }

  /// The bytes that decoders skip.
  ///
  /// @param source what this frame was read from
  /// @return a slice of it
  /// @throws IllegalStateException when this frame has content instead
  public MemorySegment skippableBytes(MemorySegment source) {
    if (!isSkippable()) {
      throw new IllegalStateException("not a skippable frame: " + this);
    }
    return source.asSlice(offset + headerLength, byteSize - headerLength);
  }

  /// Writes a skippable frame to the start of the destination.
  ///
  /// @param bytes what decoders skip; up to 4 GiB less a byte
  /// @param variant 0 to 15, to tell one use from another
  /// @param destination where the frame goes: eight bytes more
  /// @return bytes written
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`
  public static long writeSkippable(MemorySegment bytes, int variant, MemorySegment destination) {
    SegmentChecks.sourceAndDestination(bytes, destination);
    long length = bytes.byteSize();
    if (variant < 0 || variant > SKIPPABLE_VARIANT_MAX || length > SKIPPABLE_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "variant=%d is not 0 to 15, or bytes.byteSize=%d is 4 GiB or more"
              .formatted(variant, length));
    }
    return writeSkippable(bytes, length, variant, destination, 0);
  }

  static long writeSkippable(
      MemorySegment bytes, long length, int variant, MemorySegment destination, long offset) {
    if (destination.byteSize() - offset - SKIPPABLE_HEADER_LENGTH < length) {
      throw new CompressionException(
          CompressionException.Kind.DESTINATION_TOO_SMALL,
          "a skippable frame of %d bytes does not fit into %d"
              .formatted(length + SKIPPABLE_HEADER_LENGTH, destination.byteSize() - offset));
    }
    destination.set(INT, offset, SKIPPABLE_MAGIC | variant);
    destination.set(INT, offset + 4, (int) length);
    MemorySegment.copy(bytes, 0, destination, offset + SKIPPABLE_HEADER_LENGTH, length);
    return SKIPPABLE_HEADER_LENGTH + length;
  }

  /// The room that [#decompressInPlace] needs beside the content: a buffer of content and margin
  /// holds both the frames and what they decompress to.
  ///
  /// @param frames frames in native memory
  /// @return bytes
  /// @throws IllegalArgumentException for heap memory
  /// @throws CompressionException of kind `MALFORMED_INPUT`; `UNSUPPORTED` before zstd 1.5.4
  public static long inPlaceMargin(MemorySegment frames) {
    requireNative(frames);
    ZstdLibrary.require();
    if (frames.byteSize() == 0) {
      return 0;
    }
    return ZstdDecompression.margin(frames);
  }

  /// Decompresses the frames at the end of a buffer to its start, over themselves in the end.
  ///
  /// @param options what to accept
  /// @param buffer native memory
  /// @param framesLength the length of the frames, which end where the buffer ends
  /// @return the length of the content, which begins where the buffer begins
  /// @throws IllegalArgumentException for heap memory, or a read-only buffer
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL` when the buffer is not as long as
  ///   the content and [#inPlaceMargin] together, or the content's length is not stated; or one
  ///   that tells what is wrong with the frames. What the buffer holds then is unspecified
  public static long decompressInPlace(
      ZstdOptions options, MemorySegment buffer, long framesLength) {
    SegmentChecks.destination(buffer);
    requireNative(buffer);
    MemorySegment frames = buffer.asSlice(buffer.byteSize() - framesLength, framesLength);
    long margin = inPlaceMargin(frames);
    long content = Codec.zstd(options).decompressedLength(frames);
    if (content < 0 || buffer.byteSize() - content < margin) {
      throw new CompressionException(
          CompressionException.Kind.DESTINATION_TOO_SMALL,
          "in place, contentLength=%d and margin=%d have to fit into %d bytes"
              .formatted(content, margin, buffer.byteSize()));
    }
    try {
      return ZstdDecompression.decompressInPlace(
          options.toDecompressSettings().forWholeSegments(), frames, buffer);
    } finally {
      Reference.reachabilityFence(options); // with their dictionary
    }
  }

  private static void requireNative(MemorySegment segment) {
    if (!segment.isNative()) {
      throw new IllegalArgumentException("in-place decompression takes native memory: " + segment);
    }
  }
}
