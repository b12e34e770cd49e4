// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.codec.CheckedCodec;
import dev.segue.compression.internal.codec.SegmentChecks;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.natives.Staging;
import dev.segue.compression.internal.zstd.SeekTable;
import dev.segue.compression.internal.zstd.SeekableOutputStream;
import dev.segue.compression.internal.zstd.SeekableWriter;
import dev.segue.compression.internal.zstd.SkippableFrame;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/// Random access to zstd-compressed content, in the zstd seekable format (0.1.0): the content is
/// split into independent frames, and a table at the end lists them, so any part can be read
/// without decompressing the rest. A plain zstd decoder reads the whole content.
///
/// Reads compare each frame with the table: its length, the length of its content, and the checksum
/// of the content, which [#compress] always writes; other writers may omit it. A frame that does
/// not state the length of its content (zstd's own writer of this format omits it) is compared when
/// it is decompressed; until then, a damaged entry can shift the content after it. [#verify()]
/// decompresses all frames.
///
/// Immutable. Any number of threads may read at the same time, as long as the source is alive and
/// accessible to them.
public final class ZstdSeekable {

  private static final int ENTRY_LENGTH = SeekTable.ENTRY_LENGTH;
  private static final int FOOTER_LENGTH = SeekTable.FOOTER_LENGTH;

  private final CheckedCodec codec;
  private final MemorySegment source;
  private final SeekTable table;
  private final boolean ignoresChecksum;

  private ZstdSeekable(ZstdOptions options, MemorySegment source, SeekTable table) {
    this.codec = EngineCodec.zstd(options).checked();
    this.source = source;
    this.table = table;
    this.ignoresChecksum = options.ignoresChecksum();
  }

  /// Returns the maximum length of the compressed form of content of a given length.
  ///
  /// @param contentLength length of the content, in bytes
  /// @param frameContentLength content of each frame except the last, in bytes
  /// @return length of a destination that is always large enough, in bytes
  /// @throws IllegalArgumentException if `frameContentLength` is not 1 to 1 GiB, or `contentLength`
  ///   is negative or would take more than 2^27 frames
  public static long maxCompressedLength(long contentLength, int frameContentLength) {
    requireFrameContentLength(frameContentLength);
    if (contentLength < 0) {
      throw new IllegalArgumentException("contentLength=" + contentLength + " is negative");
    }
    long frames = frames(contentLength, frameContentLength);
    long frame = Codec.zstd().maxCompressedLength(frameContentLength);
    return frames * (frame + ENTRY_LENGTH) + SkippableFrame.HEADER_LENGTH + FOOTER_LENGTH;
  }

  /// Compresses content to the start of the destination.
  ///
  /// Each frame states the length of its content, whatever the options say. The table has a
  /// checksum of each frame's content; [ZstdOptions#withChecksum] also adds one to the frames.
  ///
  /// @param source the content; may be empty
  /// @param destination memory for the compressed form
  /// @param options the parameters and the dictionary to compress with
  /// @param frameContentLength content of each frame except the last, in bytes, up to 1 GiB;
  ///   reading a single byte decompresses this much
  /// @return bytes written
  /// @throws IllegalArgumentException if `frameContentLength` is not 1 to 1 GiB, or there would be
  ///   more than 2^27 frames, or the options are for magicless frames, or the destination is
  ///   read-only or overlaps the source
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`
  public static long compress(
      MemorySegment source,
      MemorySegment destination,
      ZstdOptions options,
      int frameContentLength) {
    requireFrameContentLength(frameContentLength);
    requireMagic(options);
    SegmentChecks.sourceAndDestination(source, destination);
    long _ = frames(source.byteSize(), frameContentLength);
    CheckedCodec codec = stating(options);
    try {
      return SeekableWriter.write(
          codec, options.hasChecksum(), source, frameContentLength, destination);
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  /// Returns the codec of frames that state the length of their content.
  private static CheckedCodec stating(ZstdOptions options) {
    return EngineCodec.zstd(options.hasContentSize() ? options : options.withContentSize(true))
        .checked();
  }

  /// Returns a stream that compresses content of any length to `out`, in the seekable format. It
  /// behaves like [Codec#compressing(OutputStream)], and writes the same format as [#compress].
  ///
  /// Memory does not grow with the content, except for the table, of 12 bytes for each frame: the
  /// stream holds up to `frameContentLength` bytes of content, and their compressed form. A flush
  /// ends the current frame early, so flush seldom. The table, and with it access to any part,
  /// exists once the stream is closed.
  ///
  /// @param out receives the compressed form; closed with the stream
  /// @param options the parameters and the dictionary to compress with
  /// @param frameContentLength content of each frame, except the last one and frames that a flush
  ///   ends, in bytes, up to 1 GiB; reading a single byte decompresses this much
  /// @return the stream
  /// @throws IllegalArgumentException if `frameContentLength` is not 1 to 1 GiB, or the options are
  ///   for magicless frames
  public static OutputStream compressing(
      OutputStream out, ZstdOptions options, int frameContentLength) {
    return compressing(out, Codec.UNKNOWN_LENGTH, options, frameContentLength);
  }

  /// Returns a stream that compresses content of a known length to `out`, as
  /// [#compressing(OutputStream, ZstdOptions, int)] does, and fails for any other length, like
  /// [Codec#compressing(OutputStream, long)].
  ///
  /// @param out receives the compressed form; closed with the stream
  /// @param contentLength the exact length of the content, in bytes; [Codec#UNKNOWN_LENGTH] if it
  ///   is not known
  /// @param options the parameters and the dictionary to compress with
  /// @param frameContentLength content of each frame except the last, in bytes, up to 1 GiB
  /// @return the stream
  /// @throws IllegalArgumentException if `frameContentLength` is not 1 to 1 GiB, or the length is
  ///   below [Codec#UNKNOWN_LENGTH] or would take more than 2^27 frames, or the options are for
  ///   magicless frames
  public static OutputStream compressing(
      OutputStream out, long contentLength, ZstdOptions options, int frameContentLength) {
    requireFrameContentLength(frameContentLength);
    requireMagic(options);
    long _ = frames(Math.max(0, contentLength), frameContentLength);
    return new SeekableOutputStream(
        out,
        contentLength,
        stating(options),
        options.hasChecksum(),
        frameContentLength,
        FailureTranslation.OF_STREAMS);
  }

  private static long frames(long contentLength, int frameContentLength) {
    long frames = Math.ceilDiv(contentLength, frameContentLength);
    if (frames > SeekTable.FRAMES_MAX) {
      throw new IllegalArgumentException(
          "%d bytes in frames of %d are more than %d frames"
              .formatted(contentLength, frameContentLength, SeekTable.FRAMES_MAX));
    }
    return frames;
  }

  private static void requireFrameContentLength(int frameContentLength) {
    if (frameContentLength < 1 || frameContentLength > SeekTable.FRAME_CONTENT_MAX) {
      throw new IllegalArgumentException(
          "frameContentLength=%d is not 1 to 1 GiB".formatted(frameContentLength));
    }
  }

  private static void requireMagic(ZstdOptions options) {
    if (options.isMagicless()) {
      throw new IllegalArgumentException(
          "the seekable format has no magicless frames: options=" + options);
    }
  }

  /// Opens a source in the seekable format with default options, by reading its table and the
  /// headers of its frames.
  ///
  /// @param source exactly the output of [#compress] or of another writer of the format; it must
  ///   stay alive and unchanged while it is read
  /// @return a reader of the source
  /// @throws CompressionException of kind `MALFORMED_INPUT`, with the offset
  public static ZstdSeekable open(MemorySegment source) {
    return open(source, ZstdOptions.defaults());
  }

  /// Opens a source in the seekable format, by reading its table and the headers of its frames.
  ///
  /// @param source exactly the output of [#compress] or of another writer of the format; it must
  ///   stay alive and unchanged while it is read
  /// @param options the parameters and the dictionary to decompress with
  /// @return a reader of the source
  /// @throws IllegalArgumentException if the options are for magicless frames
  /// @throws CompressionException of kind `MALFORMED_INPUT`, with the offset
  public static ZstdSeekable open(MemorySegment source, ZstdOptions options) {
    requireMagic(options);
    SeekTable table = FailureTranslation.get(() -> SeekTable.read(source));
    return new ZstdSeekable(options, source, table);
  }

  /// Returns the length of the whole content.
  ///
  /// @return bytes
  public long contentLength() {
    return table.contentOffset(table.frames());
  }

  /// Returns the number of frames.
  ///
  /// @return the number of frames with content, excluding the frame that holds the table
  public int frameCount() {
    return table.frames();
  }

  /// Decompresses all content, and compares it with the table.
  ///
  /// @throws CompressionException of kind `MALFORMED_INPUT` or `CHECKSUM_MISMATCH`, with the offset
  ///   of the frame
  public void verify() {
    for (int frame = 0; frame < table.frames(); frame++) {
      readFrame(frame, 0, MemorySegment.NULL, 0, 0);
    }
  }

  /// Reads content from an offset until the destination is full or the content ends. Decompresses
  /// only the frames that hold this part.
  ///
  /// @param contentOffset the start of the part to read, in bytes of content
  /// @param destination memory for the content
  /// @return bytes read; 0 at the end of the content
  /// @throws IndexOutOfBoundsException if the offset is negative or after the end of the content
  /// @throws CompressionException of the kind that describes the flaw in a frame, or of its entry
  ///   in the table
  public long read(long contentOffset, MemorySegment destination) {
    Objects.checkIndex(contentOffset, contentLength() + 1);
    SegmentChecks.sourceAndDestination(source, destination);
    long length = Math.min(destination.byteSize(), contentLength() - contentOffset);
    int frame = table.frameAt(contentOffset);
    long read = 0;
    for (; read < length; frame++) {
      long within = contentOffset + read - table.contentOffset(frame);
      long whole = table.contentLength(frame);
      long portion = Math.min(whole - within, length - read);
      if (portion > 0) {
        readFrame(frame, within, destination, read, portion);
      }
      read += portion;
    }
    return length;
  }

  private void readFrame(
      int frame, long within, MemorySegment destination, long destinationOffset, long portion) {
    try {
      table.requireFrame(source, frame); // before memory is allocated for the stated length
      if (portion == table.contentLength(frame)) {
        decompress(frame, destination, destinationOffset);
      } else {
        readPart(frame, within, destination, destinationOffset, portion);
      }
    } catch (CodecFailure e) {
      throw FailureTranslation.of(e);
    }
  }

  private void readPart(
      int frame, long within, MemorySegment destination, long destinationOffset, long portion) {
    Staging staging = Staging.POOL.acquire();
    try {
      MemorySegment scratch = staging.output().atLeast(table.contentLength(frame));
      decompress(frame, scratch, 0);
      MemorySegment.copy(scratch, within, destination, destinationOffset, portion);
    } finally {
      Staging.POOL.release(staging);
    }
  }

  private void decompress(int frame, MemorySegment destination, long destinationOffset) {
    long whole = table.contentLength(frame);
    if (decompressed(frame, destination, destinationOffset, whole) != whole) {
      throw table.otherLength(frame);
    }
    if (!ignoresChecksum) {
      table.requireChecksum(source, frame, destination, destinationOffset);
    }
  }

  private long decompressed(
      int frame, MemorySegment destination, long destinationOffset, long whole) {
    try {
      return codec.decompress(
          source,
          table.frameOffset(frame),
          table.frameLength(frame),
          destination,
          destinationOffset,
          whole);
    } catch (CodecFailure e) {
      if (e.reason() == Reason.DESTINATION_TOO_SMALL) {
        throw table.otherLength(frame); // no room for more than the entry states
      }
      throw e;
    }
  }
}
