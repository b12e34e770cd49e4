// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.natives.Staging;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Objects;

/// Random access to zstd-compressed content, in the zstd seekable format (0.1.0): the content is
/// split into independent frames, and a table at the end lists them, so any part can be read
/// without decompressing the rest. A plain zstd decoder reads the whole content.
///
/// ```text
/// frames | skippable frame, variant 14: entries | footer
/// entry   compressed length (4) | content length (4) | checksum (0 or 4)
/// footer  number of frames (4) | descriptor (1): bit 7: entries have checksums, 6-2: reserved, zero
///         | magic 8F92EAB1 (4)
/// ```
///
/// Immutable. Any number of threads may read at the same time, as long as the source is alive and
/// accessible to them. The checksums of the table are neither written nor verified. Those of the
/// frames are verified, and written with [ZstdOptions#withChecksum].
public final class ZstdSeekable {

  private static final int FRAME_CONTENT_MAX = 1 << 30;
  private static final int FRAMES_MAX = 0x8000000;
  private static final int FOOTER_LENGTH = 9;
  private static final int FOOTER_MAGIC = 0x8F92EAB1;
  private static final int ENTRY_LENGTH = 8;
  private static final int CHECKSUM_FLAG = 0x80;
  private static final int RESERVED_BITS = 0x7C;
  private static final int SKIPPABLE_VARIANT = 14;

  /// zstd's best: a block of 128 KiB in four bytes.
  private static final long RATIO_MAX = 32_768;

  private static final int SKIPPABLE_HEADER_LENGTH = 8;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final Codec codec;
  private final MemorySegment source;

  /// Where each frame begins in the source; one more for the end.
  private final long[] frameOffsets;

  /// Where each frame's content begins; one more for the end.
  private final long[] contentOffsets;

  private ZstdSeekable(
      Codec codec, MemorySegment source, long[] frameOffsets, long[] contentOffsets) {
    this.codec = codec;
    this.source = source;
    this.frameOffsets = frameOffsets;
    this.contentOffsets = contentOffsets;
  }

  /// Returns the largest length that the compressed form of some content can have.
  ///
  /// @param contentLength length of the content, in bytes
  /// @param frameContentLength content of each frame except the last, in bytes
  /// @return length of a destination that is always large enough, in bytes
  /// @throws IllegalArgumentException if `frameContentLength` is not 1 to 1 GiB
  public static long maxCompressedLength(long contentLength, int frameContentLength) {
    requireFrameContentLength(frameContentLength);
    long frames = (contentLength + frameContentLength - 1) / frameContentLength;
    long frame = Codec.zstd().maxCompressedLength(frameContentLength);
    return frames * (frame + ENTRY_LENGTH) + SKIPPABLE_HEADER_LENGTH + FOOTER_LENGTH;
  }

  /// Compresses content to the start of the destination.
  ///
  /// @param source the content; may be empty
  /// @param destination memory for the compressed form
  /// @param options the parameters and the dictionary to compress with; magicless frames do not
  ///   work
  /// @param frameContentLength content of each frame except the last, in bytes, up to 1 GiB: as
  ///   much is decompressed to read a single byte
  /// @return bytes written
  /// @throws IllegalArgumentException if `frameContentLength` is not 1 to 1 GiB, or there would be
  ///   more than 2^27 frames, or the destination is read-only or overlaps the source
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`
  public static long compress(
      MemorySegment source,
      MemorySegment destination,
      ZstdOptions options,
      int frameContentLength) {
    requireFrameContentLength(frameContentLength);
    SegmentChecks.sourceAndDestination(source, destination);
    Codec codec = Codec.zstd(options);
    long length = source.byteSize();
    long frames = (length + frameContentLength - 1) / frameContentLength;
    if (frames > FRAMES_MAX) {
      throw new IllegalArgumentException(
          "%d bytes in frames of %d are more than %d frames"
              .formatted(length, frameContentLength, FRAMES_MAX));
    }
    Staging staging = FailureTranslation.acquireStaging();
    try {
      MemorySegment table = staging.output().atLeast(frames * ENTRY_LENGTH + FOOTER_LENGTH);
      long written = 0;
      long entry = 0;
      for (long offset = 0; offset < length; offset += frameContentLength) {
        long portion = Math.min(frameContentLength, length - offset);
        long room = destination.byteSize() - written;
        long frame = codec.compress(source, offset, portion, destination, written, room);
        table.set(INT, entry, Math.toIntExact(frame));
        table.set(INT, entry + 4, (int) portion);
        entry += ENTRY_LENGTH;
        written += frame;
      }
      table.set(INT, entry, (int) frames);
      table.set(ValueLayout.JAVA_BYTE, entry + 4, (byte) 0);
      table.set(INT, entry + 5, FOOTER_MAGIC);
      return written
          + ZstdFrame.writeSkippable(
              table, entry + FOOTER_LENGTH, SKIPPABLE_VARIANT, destination, written);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    } finally {
      Staging.POOL.release(staging);
    }
  }

  private static void requireFrameContentLength(int frameContentLength) {
    if (frameContentLength < 1 || frameContentLength > FRAME_CONTENT_MAX) {
      throw new IllegalArgumentException(
          "frameContentLength=%d is not 1 to 1 GiB".formatted(frameContentLength));
    }
  }

  /// Opens a source in the seekable format with default options, by reading its table.
  ///
  /// @param source what [#compress], or another writer of the format, has written, and nothing
  ///   else; it must stay alive and unchanged while it is read
  /// @return a reader of the source
  /// @throws CompressionException of kind `MALFORMED_INPUT`, with the offset
  public static ZstdSeekable open(MemorySegment source) {
    return open(source, ZstdOptions.defaults());
  }

  /// Opens a source in the seekable format, by reading its table.
  ///
  /// @param source what [#compress], or another writer of the format, has written, and nothing
  ///   else; it must stay alive and unchanged while it is read
  /// @param options the parameters and the dictionary to decompress with
  /// @return a reader of the source
  /// @throws CompressionException of kind `MALFORMED_INPUT`, with the offset
  public static ZstdSeekable open(MemorySegment source, ZstdOptions options) {
    long end = source.byteSize();
    require(end >= SKIPPABLE_HEADER_LENGTH + FOOTER_LENGTH, "no room for a table", 0);
    require(source.get(INT, end - 4) == FOOTER_MAGIC, "no table at its end", end - 4);
    int descriptor = source.get(ValueLayout.JAVA_BYTE, end - 5);
    require((descriptor & RESERVED_BITS) == 0, "a reserved bit in its table", end - 5);
    int entryLength = ENTRY_LENGTH + ((descriptor & CHECKSUM_FLAG) == 0 ? 0 : 4);
    int frames = source.get(INT, end - FOOTER_LENGTH);
    long tableLength = (long) frames * entryLength + FOOTER_LENGTH;
    long table = end - tableLength;
    require(
        frames >= 0 && frames <= FRAMES_MAX && table >= SKIPPABLE_HEADER_LENGTH,
        "a table of more frames than there are bytes",
        end - FOOTER_LENGTH);
    long tableFrame = table - SKIPPABLE_HEADER_LENGTH;
    ZstdFrame skippable = ZstdFrame.at(source, tableFrame);
    require(
        skippable.magicVariant() == SKIPPABLE_VARIANT
            && skippable.compressedLength() == end - tableFrame,
        "a table outside a skippable frame",
        tableFrame);
    long[] frameOffsets = new long[frames + 1];
    long[] contentOffsets = new long[frames + 1];
    for (int i = 0; i < frames; i++) {
      long entry = table + (long) i * entryLength;
      frameOffsets[i + 1] = frameOffsets[i] + (source.get(INT, entry) & 0xFFFFFFFFL);
      long content = source.get(INT, entry + 4) & 0xFFFFFFFFL;
      require(
          content
              <= Math.min(FRAME_CONTENT_MAX, (frameOffsets[i + 1] - frameOffsets[i]) * RATIO_MAX),
          "more content than a frame can hold",
          entry);
      contentOffsets[i + 1] = contentOffsets[i] + content;
    }
    require(frameOffsets[frames] == tableFrame, "a table of other frames", tableFrame);
    return new ZstdSeekable(Codec.zstd(options), source, frameOffsets, contentOffsets);
  }

  private static void require(boolean sound, String flaw, long offset) {
    if (!sound) {
      throw new CompressionException(
          Kind.MALFORMED_INPUT,
          "seekable zstd has %s, at offset=%d".formatted(flaw, offset),
          offset);
    }
  }

  /// Returns the length of the whole content.
  ///
  /// @return bytes
  public long contentLength() {
    return contentOffsets[contentOffsets.length - 1];
  }

  /// Returns the number of frames.
  ///
  /// @return frames with content, without the one that holds the table
  public int frameCount() {
    return frameOffsets.length - 1;
  }

  /// Reads content from an offset until the destination is full or the content ends. Decompresses
  /// only the frames that hold this content.
  ///
  /// @param contentOffset where to begin, in bytes of content
  /// @param destination memory for the content
  /// @return bytes read; 0 at the end of the content
  /// @throws IndexOutOfBoundsException if the offset is negative or after the end of the content
  /// @throws CompressionException of the kind that describes the flaw in a frame
  public long read(long contentOffset, MemorySegment destination) {
    Objects.checkIndex(contentOffset, contentLength() + 1);
    SegmentChecks.sourceAndDestination(source, destination);
    long length = Math.min(destination.byteSize(), contentLength() - contentOffset);
    int found = Arrays.binarySearch(contentOffsets, contentOffset);
    int frame = found >= 0 ? found : -found - 2;
    long read = 0;
    for (; read < length; frame++) {
      long within = contentOffset + read - contentOffsets[frame];
      long whole = contentOffsets[frame + 1] - contentOffsets[frame];
      long portion = Math.min(whole - within, length - read);
      if (portion == whole) {
        decompress(frame, whole, destination, read);
      } else if (portion > 0) {
        readPart(frame, whole, within, destination, read, portion);
      }
      read += portion;
    }
    return length;
  }

  private void readPart(
      int frame,
      long whole,
      long within,
      MemorySegment destination,
      long destinationOffset,
      long portion) {
    Staging staging = FailureTranslation.acquireStaging();
    try {
      MemorySegment scratch = staging.output().atLeast(whole);
      decompress(frame, whole, scratch, 0);
      MemorySegment.copy(scratch, within, destination, destinationOffset, portion);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    } finally {
      Staging.POOL.release(staging);
    }
  }

  private void decompress(
      int frame, long whole, MemorySegment destination, long destinationOffset) {
    long offset = frameOffsets[frame];
    long length =
        codec.decompress(
            source,
            offset,
            frameOffsets[frame + 1] - offset,
            destination,
            destinationOffset,
            whole);
    require(length == whole, "a frame of another length than its entry", offset);
  }
}
