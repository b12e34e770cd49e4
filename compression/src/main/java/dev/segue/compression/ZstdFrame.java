// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.codec.SegmentChecks;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.zstd.FrameInfo;
import dev.segue.compression.internal.zstd.SkippableFrame;
import dev.segue.compression.internal.zstd.ZstdEngine;
import dev.segue.compression.internal.zstd.ZstdLibrary;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A description of one zstd frame, read from its headers without decompressing it; also reads and
/// writes skippable frames, and decompresses in place.
///
/// Immutable and thread-safe. It holds no memory of the source it was read from. Two instances are
/// equal if they describe the same frame at the same offset.
public final class ZstdFrame {

  private final FrameInfo info;

  private ZstdFrame(FrameInfo info) {
    this.info = info;
  }

  /// Reads the headers of the frame at an offset, through to the end of the frame.
  ///
  /// @param source memory that contains frames
  /// @param offset the start of the frame, in bytes from the start of the source
  /// @return the frame
  /// @throws IndexOutOfBoundsException if the offset is not within the source
  /// @throws CompressionException of kind `MALFORMED_INPUT` if there is no frame, or only part of
  ///   one
  public static ZstdFrame at(MemorySegment source, long offset) {
    if (offset < 0 || offset > source.byteSize()) {
      throw new IndexOutOfBoundsException(
          "offset=%d source.byteSize=%d".formatted(offset, source.byteSize()));
    }
    return new ZstdFrame(FailureTranslation.get(() -> FrameInfo.at(source, offset)));
  }

  /// Reads the headers of all frames of a source.
  ///
  /// @param source concatenated frames, and nothing else
  /// @return the frames, in order
  /// @throws CompressionException of kind `MALFORMED_INPUT`, with the offset
  public static List<ZstdFrame> list(MemorySegment source) {
    List<ZstdFrame> frames = new ArrayList<>();
    for (long offset = 0; offset < source.byteSize(); ) {
      ZstdFrame frame = at(source, offset);
      frames.add(frame);
      offset += frame.compressedLength();
    }
    return List.copyOf(frames);
  }

  /// Returns the offset of the frame.
  ///
  /// @return bytes from the start of the source
  public long offset() {
    return info.offset();
  }

  /// Returns the length of the frame, including headers and checksum.
  ///
  /// @return bytes
  public long compressedLength() {
    return info.length();
  }

  /// Returns the length of the headers: the bytes before the first block, or before the bytes of a
  /// skippable frame.
  ///
  /// @return bytes
  public int headerLength() {
    return info.headerLength();
  }

  /// Returns the length of the content as the frame header states it.
  ///
  /// @return bytes, 0 for a skippable frame; [Codec#UNKNOWN_LENGTH] if the header does not state it
  public long contentLength() {
    return info.contentLength();
  }

  /// Returns the memory that a stream decoder needs for the window.
  ///
  /// @return bytes; 0 for a skippable frame
  public long windowLength() {
    return info.windowLength();
  }

  /// Returns the id of the dictionary that the frame needs.
  ///
  /// @return the id, unsigned; 0 if the header does not state one
  public int dictionaryId() {
    return info.dictionaryId();
  }

  /// Returns whether a checksum follows the content.
  ///
  /// @return true if it does
  public boolean hasChecksum() {
    return info.checksum();
  }

  /// Returns whether this is a skippable frame: one with bytes that decoders ignore, and no
  /// content.
  ///
  /// @return true for a skippable frame
  public boolean isSkippable() {
    return info.magicVariant() >= 0;
  }

  /// Returns the variant of a skippable frame: the low four bits of its magic number (libzstd's
  /// `magicVariant`), by which applications distinguish their uses of skippable frames.
  ///
  /// @return 0 to 15; -1 if the frame is not skippable
  public int magicVariant() {
    return info.magicVariant();
  }

  /// Returns the bytes of a skippable frame.
  ///
  /// @param source the memory that this frame was read from
  /// @return a slice of the source
  /// @throws IllegalStateException if the frame is not skippable
  public MemorySegment skippableBytes(MemorySegment source) {
    if (!isSkippable()) {
      throw new IllegalStateException("not a skippable frame: " + this);
    }
    return source.asSlice(offset() + headerLength(), compressedLength() - headerLength());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ZstdFrame that && info.equals(that.info);
  }

  @Override
  public int hashCode() {
    return info.hashCode();
  }

  @Override
  public String toString() {
    return ("ZstdFrame[offset=%d, compressedLength=%d, magicVariant=%d, headerLength=%d,"
            + " contentLength=%d, windowLength=%d, dictionaryId=%s, hasChecksum=%b]")
        .formatted(
            offset(),
            compressedLength(),
            magicVariant(),
            headerLength(),
            contentLength(),
            windowLength(),
            Integer.toUnsignedString(dictionaryId()),
            hasChecksum());
  }

  /// Writes a skippable frame to the start of the destination.
  ///
  /// @param bytes the content, which decoders ignore; at most 4 GiB minus one byte
  /// @param magicVariant 0 to 15, to distinguish uses of skippable frames
  /// @param destination memory for the frame, which is eight bytes longer
  /// @return bytes written
  /// @throws IllegalArgumentException if the variant is not 0 to 15, there are too many bytes, or
  ///   the destination is read-only or overlaps them
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`
  public static long writeSkippable(
      MemorySegment bytes, int magicVariant, MemorySegment destination) {
    SegmentChecks.sourceAndDestination(bytes, destination);
    long length = bytes.byteSize();
    if (magicVariant < 0
        || magicVariant > SkippableFrame.VARIANT_MAX
        || length > SkippableFrame.LENGTH_MAX) {
      throw new IllegalArgumentException(
          "magicVariant=%d is not 0 to 15, or bytes.byteSize=%d is 4 GiB or more"
              .formatted(magicVariant, length));
    }
    try {
      return SkippableFrame.write(bytes, length, magicVariant, destination, 0);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  /// Returns the room that [#decompressInPlace] needs in addition to the content: a buffer with the
  /// length of content and margin holds the frames at first, and the content in the end.
  ///
  /// @param frames frames in native memory
  /// @return bytes
  /// @throws IllegalArgumentException for heap memory
  /// @throws CompressionException of kind `MALFORMED_INPUT`; of kind `UNSUPPORTED` if the loaded
  ///   libzstd is older than 1.5.4
  public static long inPlaceMargin(MemorySegment frames) {
    requireNative(frames);
    return FailureTranslation.get(() -> {
      ZstdLibrary.require();
      return frames.byteSize() == 0 ? 0 : ZstdEngine.inPlaceMargin(frames);
    });
  }

  /// Decompresses frames that lie at the end of a buffer to the start of the same buffer; the
  /// content overwrites the frames.
  ///
  /// @param buffer native memory
  /// @param framesLength the length of the frames in bytes; they end where the buffer ends
  /// @param options the parameters and the dictionary to decompress with
  /// @return the length of the content, which begins where the buffer begins
  /// @throws IllegalArgumentException for heap memory or a read-only buffer
  /// @throws IndexOutOfBoundsException if the frames are longer than the buffer
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL` if the buffer is shorter than
  ///   content and [#inPlaceMargin] together; of kind `UNSUPPORTED` if the frames do not state the
  ///   content length; or of the kind that describes the flaw in the frames. The content of the
  ///   buffer is unspecified then
  public static long decompressInPlace(
      MemorySegment buffer, long framesLength, ZstdOptions options) {
    SegmentChecks.destination(buffer);
    requireNative(buffer);
    MemorySegment frames = buffer.asSlice(buffer.byteSize() - framesLength, framesLength);
    long margin = inPlaceMargin(frames);
    EngineCodec codec = EngineCodec.zstd(options);
    long content = codec.decompressedLength(frames);
    if (content == Codec.UNKNOWN_LENGTH) {
      throw new CompressionException(
          CompressionException.Kind.UNSUPPORTED,
          "frames that do not state the length of their content cannot be decompressed in place");
    }
    if (buffer.byteSize() - content < margin) {
      throw new CompressionException(
          CompressionException.Kind.DESTINATION_TOO_SMALL,
          "in place, contentLength=%d and margin=%d have to fit into %d bytes"
              .formatted(content, margin, buffer.byteSize()));
    }
    try {
      return ((ZstdEngine) codec.checked().engine()).decompressInPlace(frames, buffer);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
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
