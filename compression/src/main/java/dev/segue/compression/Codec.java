// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.brotli.BrotliEngine;
import dev.segue.compression.internal.codec.SegmentChecks;
import dev.segue.compression.internal.deflate.GzipEngine;
import dev.segue.compression.internal.lz4.Lz4Block;
import dev.segue.compression.internal.zstd.ZstdEngine;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/// Compresses and decompresses memory segments, byte arrays, buffers and streams in one format.
///
/// ```java
/// Codec zstd = Codec.zstd(); // immutable, thread-safe: keep it in a constant
/// byte[] compressed = zstd.compress(data);
/// byte[] restored = zstd.decompress(compressed, 16 << 20); // refuses to produce more than 16 MiB
/// ```
///
/// A codec is immutable and thread-safe. The segment methods that are given a destination allocate
/// nothing on the heap; all codecs of a format share one pool of native contexts (see
/// [CompressionMemory]).
///
/// Segments can be native, mapped, or backed by a heap array of any primitive type, in any mix.
/// Working on a heap segment delays garbage collection by no more than about 0.1 ms of CPU time;
/// larger operations are copied through native scratch memory.
///
/// Every method throws
/// - [NullPointerException] if an argument is null;
/// - [IllegalArgumentException] if the destination is read-only or overlaps the source;
/// - [IllegalStateException] if a segment's arena is closed;
/// - [WrongThreadException] if a segment is confined to another thread.
///
/// If another thread changes the source or the destination during a call, the result is
/// unspecified, but nothing outside the destination is written.
public sealed interface Codec permits EngineCodec {

  /// Stands for an unknown content length. [#decompressedLength] and [ZstdFrame#contentLength]
  /// return it, and [ZstdCompressor#begin(long)] accepts it.
  long UNKNOWN_LENGTH = -1;

  /// Compresses a segment to the start of another one.
  ///
  /// A destination of [#maxCompressedLength(long)] bytes is always large enough. After a failure,
  /// the contents of the destination are unspecified.
  ///
  /// @param source the content; may be empty
  /// @param destination receives the compressed form
  /// @return bytes written
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`
  default long compress(MemorySegment source, MemorySegment destination) {
    return compress(source, 0, source.byteSize(), destination, 0, destination.byteSize());
  }

  /// Compresses a range of a segment to a range of the same or another segment.
  ///
  /// This is equivalent to calling [#compress(MemorySegment, MemorySegment)] with slices of both
  /// segments, but without creating them. Native memory is read and written in place.
  ///
  /// @param source contains the content
  /// @param offset start of the content in the source, in bytes
  /// @param length length of the content, in bytes; may be 0
  /// @param destination receives the compressed form
  /// @param destinationOffset start of the compressed form in the destination, in bytes
  /// @param capacity the maximum number of bytes to write
  /// @return bytes written
  /// @throws IndexOutOfBoundsException if a range is not within its segment
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`
  long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity);

  /// Compresses a segment into newly allocated memory, such as an arena's.
  ///
  /// Allocates [#maxCompressedLength(long)] bytes, and returns the part that was written.
  ///
  /// @param source the content; may be empty
  /// @param allocator provides the memory of the result
  /// @return the compressed form: a slice of the allocated segment, of exactly its length
  default MemorySegment compress(MemorySegment source, SegmentAllocator allocator) {
    return EngineCodec.of(this).compressTo(source, allocator);
  }

  /// Decompresses a segment to the start of another one.
  ///
  /// Never writes beyond the destination, and uses no more native memory than the destination's
  /// size plus a small constant, whatever the source claims; so the destination is the bound for
  /// untrusted input. After a failure, the contents of the destination are unspecified.
  ///
  /// @param source the compressed form, from its first byte to its last, as written by [#compress]
  ///   or by another compressor of this format
  /// @param destination receives the content
  /// @return bytes written
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`, or of the kind that describes
  ///   the flaw in the source
  default long decompress(MemorySegment source, MemorySegment destination) {
    return decompress(source, 0, source.byteSize(), destination, 0, destination.byteSize());
  }

  /// Decompresses a range of a segment to a range of the same or another segment.
  ///
  /// This is equivalent to calling [#decompress(MemorySegment, MemorySegment)] with slices of both
  /// segments, but without creating them. Native memory is read and written in place.
  ///
  /// @param source contains the compressed form
  /// @param offset start of the compressed form in the source, in bytes
  /// @param length its exact length, in bytes
  /// @param destination receives the content
  /// @param destinationOffset start of the content in the destination, in bytes
  /// @param capacity the maximum number of bytes to write
  /// @return bytes written
  /// @throws IndexOutOfBoundsException if a range is not within its segment
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`, or of the kind that describes
  ///   the flaw in the source; its offset counts from the start of the segment
  long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity);

  /// Decompresses a segment into newly allocated memory, such as an arena's.
  ///
  /// Works whether or not the source states the length of its content. A stated length beyond
  /// `maxLength` is refused before anything is allocated. Without a stated length, or if that is
  /// improbably large for the source, the content is collected in native scratch memory that grows
  /// with it, so the source cannot choose how much is allocated.
  ///
  /// @param source the compressed form, from its first byte to its last
  /// @param maxLength the longest content to accept, in bytes
  /// @param allocator provides the memory of the result
  /// @return the content: a segment of exactly its length
  /// @throws IllegalArgumentException if `maxLength` is negative
  /// @throws CompressionException of kind `LIMIT_EXCEEDED` if the content is longer than
  ///   `maxLength`, or of another kind if the source cannot be decompressed
  default MemorySegment decompress(
      MemorySegment source, long maxLength, SegmentAllocator allocator) {
    return EngineCodec.of(this).decompressTo(source, maxLength, allocator);
  }

  /// Returns the maximum compressed length of content of a given length.
  ///
  /// @param sourceLength length of the content, in bytes
  /// @return length of a destination that is always large enough, in bytes
  /// @throws IllegalArgumentException if the length is negative, or so large that no such
  ///   destination can exist
  long maxCompressedLength(long sourceLength);

  /// Returns the length of the content as the compressed form states it.
  ///
  /// The length is checked against the structure of the source, but nothing is decompressed. It
  /// comes from the source: compare it with a bound before you allocate that much, or call
  /// [#decompress(MemorySegment, long, SegmentAllocator)], which does.
  ///
  /// @param source the compressed form
  /// @return bytes; [#UNKNOWN_LENGTH] if the source does not state it
  /// @throws CompressionException of kind `MALFORMED_INPUT`
  long decompressedLength(MemorySegment source);

  /// Returns the length of the content of an array as the compressed form states it; see
  /// [#decompressedLength(MemorySegment)].
  ///
  /// @param source the compressed form
  /// @return bytes; [#UNKNOWN_LENGTH] if the source does not state it
  /// @throws CompressionException of kind `MALFORMED_INPUT`
  default long decompressedLength(byte[] source) {
    return decompressedLength(MemorySegment.ofArray(source));
  }

  /// Compresses the remaining bytes of a buffer, and advances the positions of both buffers past
  /// what was read and written.
  ///
  /// @param source the content
  /// @param destination receives the compressed form
  /// @return bytes written
  /// @throws CompressionException as [#compress(MemorySegment, MemorySegment)] does, with both
  ///   positions unchanged
  default int compress(ByteBuffer source, ByteBuffer destination) {
    long written = compress(MemorySegment.ofBuffer(source), MemorySegment.ofBuffer(destination));
    return advance(source, destination, written);
  }

  /// Decompresses the remaining bytes of a buffer, and advances the positions of both buffers past
  /// what was read and written.
  ///
  /// @param source the compressed form
  /// @param destination receives the content
  /// @return bytes written
  /// @throws CompressionException as [#decompress(MemorySegment, MemorySegment)] does, with both
  ///   positions unchanged
  default int decompress(ByteBuffer source, ByteBuffer destination) {
    long written = decompress(MemorySegment.ofBuffer(source), MemorySegment.ofBuffer(destination));
    return advance(source, destination, written);
  }

  private static int advance(ByteBuffer source, ByteBuffer destination, long written) {
    int length = Math.toIntExact(written);
    source.position(source.limit());
    destination.position(destination.position() + length);
    return length;
  }

  /// Compresses an array into a new one.
  ///
  /// @param source the content
  /// @return the compressed form
  default byte[] compress(byte[] source) {
    return EngineCodec.of(this).compressToArray(MemorySegment.ofArray(source));
  }

  /// Compresses a range of an array into a new array.
  ///
  /// @param source contains the content
  /// @param offset start of the content
  /// @param length length of the content; may be 0
  /// @return the compressed form
  /// @throws IndexOutOfBoundsException if the range is not within the array
  default byte[] compress(byte[] source, int offset, int length) {
    return EngineCodec.of(this).compressToArray(SegmentChecks.slice(source, offset, length));
  }

  /// Decompresses an array into a new one.
  ///
  /// A stated length beyond `maxLength` is refused before anything is allocated. Without a stated
  /// length, or if that is improbably large for the source, the memory grows with the content.
  ///
  /// @param source the compressed form
  /// @param maxLength the longest content to accept, in bytes
  /// @return the content
  /// @throws IllegalArgumentException if `maxLength` is negative
  /// @throws CompressionException of kind `LIMIT_EXCEEDED` if the content is longer than
  ///   `maxLength`, or of another kind if the source cannot be decompressed
  default byte[] decompress(byte[] source, int maxLength) {
    return EngineCodec.of(this).decompressToArray(MemorySegment.ofArray(source), maxLength);
  }

  /// Decompresses a range of an array into a new array, as [#decompress(byte[], int)] does.
  ///
  /// @param source contains the compressed form
  /// @param offset start of the compressed form
  /// @param length its exact length
  /// @param maxLength the longest content to accept, in bytes
  /// @return the content
  /// @throws IndexOutOfBoundsException if the range is not within the array
  /// @throws IllegalArgumentException if `maxLength` is negative
  /// @throws CompressionException of kind `LIMIT_EXCEEDED` if the content is longer than
  ///   `maxLength`, or of another kind if the source cannot be decompressed; its offset counts from
  ///   the start of the range
  default byte[] decompress(byte[] source, int offset, int length, int maxLength) {
    return EngineCodec.of(this)
        .decompressToArray(SegmentChecks.slice(source, offset, length), maxLength);
  }

  /// Returns a stream that compresses to `out`. Closing it closes `out`. Only one thread may use it
  /// at a time; a write during another thread's write throws [IllegalStateException]. Short writes
  /// are collected until [OutputStream#flush()] or [OutputStream#close()].
  ///
  /// A failure of the codec is a [CompressionIOException]. Once anything has failed, the codec or
  /// `out`, the compressed form is incomplete: every later write, flush and close throws
  /// [java.io.IOException].
  ///
  /// The stream holds native memory until it is closed. The memory of a stream that is never closed
  /// is freed after the garbage collector has found the stream unreachable; this is logged.
  ///
  /// @param out receives the compressed form
  /// @return the stream
  /// @throws UnsupportedOperationException if the format is a single block and has no stream form
  OutputStream compressing(OutputStream out);

  /// Returns a stream that compresses content of a known length to `out`, as
  /// [#compressing(OutputStream)] does. Frames of zstd and LZ4 state the length, and zstd uses no
  /// larger window than the content needs, so that readers allocate less. Other formats do not
  /// change.
  ///
  /// A write of more bytes than announced, and closing after fewer, fails with a
  /// [CompressionIOException] whose cause is of kind `MALFORMED_INPUT`; the compressed form is then
  /// incomplete.
  ///
  /// @param out receives the compressed form
  /// @param contentLength the exact length of the content, in bytes; [#UNKNOWN_LENGTH] if it is not
  ///   known
  /// @return the stream
  /// @throws IllegalArgumentException if the length is below [#UNKNOWN_LENGTH]
  /// @throws UnsupportedOperationException if the format is a single block and has no stream form
  OutputStream compressing(OutputStream out, long contentLength);

  /// Returns a stream that decompresses `in`. Closing it closes `in`. Only one thread may use it at
  /// a time; a read during another thread's read throws [IllegalStateException]. Short reads are
  /// served from content that was decompressed ahead; [InputStream#available()] reports how much of
  /// it there is, and does not wait for `in`.
  ///
  /// Malformed input is a [CompressionIOException] from `read`, and from every later read, with the
  /// [CompressionException] as its cause. After `in` itself has failed, every later read throws
  /// [java.io.IOException].
  ///
  /// The stream holds native memory until it is closed. The memory of a stream that is never closed
  /// is freed after the garbage collector has found the stream unreachable; this is logged.
  ///
  /// @param in the compressed form, read to its end
  /// @param maxContentLength the longest content to accept, in bytes; for longer content, reads
  ///   fail with a cause of kind `LIMIT_EXCEEDED`. [Long#MAX_VALUE] accepts any length
  /// @return the stream
  /// @throws IllegalArgumentException if `maxContentLength` is negative
  /// @throws UnsupportedOperationException if the format is a single block and has no stream form
  InputStream decompressing(InputStream in, long maxContentLength);

  /// Returns a stream that decompresses content of any length from `in`: for input that you trust,
  /// or whose length you limit yourself. Otherwise prefer [#decompressing(InputStream, long)].
  ///
  /// The memory of the stream does not grow with the content.
  ///
  /// @param in the compressed form, read to its end
  /// @return the stream
  /// @throws UnsupportedOperationException if the format is a single block and has no stream form
  default InputStream decompressing(InputStream in) {
    return decompressing(in, Long.MAX_VALUE);
  }

  /// Returns a channel that compresses to `out`. Closing it closes `out`. It fails like the stream
  /// of [#compressing(OutputStream)].
  ///
  /// @param out receives the compressed form
  /// @return the channel
  /// @throws UnsupportedOperationException if the format is a single block and has no stream form
  default WritableByteChannel compressing(WritableByteChannel out) {
    return Channels.newChannel(compressing(Channels.newOutputStream(out)));
  }

  /// Returns a channel that compresses content of a known length to `out`, as
  /// [#compressing(OutputStream, long)] does.
  ///
  /// @param out receives the compressed form
  /// @param contentLength the exact length of the content, in bytes; [#UNKNOWN_LENGTH] if it is not
  ///   known
  /// @return the channel
  /// @throws IllegalArgumentException if the length is below [#UNKNOWN_LENGTH]
  /// @throws UnsupportedOperationException if the format is a single block and has no stream form
  default WritableByteChannel compressing(WritableByteChannel out, long contentLength) {
    return Channels.newChannel(compressing(Channels.newOutputStream(out), contentLength));
  }

  /// Returns a channel that decompresses `in`. Closing it closes `in`. It fails like the stream of
  /// [#decompressing(InputStream, long)].
  ///
  /// @param in the compressed form, read to its end
  /// @param maxContentLength the longest content to accept, in bytes
  /// @return the channel
  /// @throws UnsupportedOperationException if the format is a single block and has no stream form
  default ReadableByteChannel decompressing(ReadableByteChannel in, long maxContentLength) {
    return Channels.newChannel(decompressing(Channels.newInputStream(in), maxContentLength));
  }

  /// Returns a channel that decompresses content of any length from `in`; prefer
  /// [#decompressing(ReadableByteChannel, long)] unless you trust the input.
  ///
  /// @param in the compressed form, read to its end
  /// @return the channel
  /// @throws UnsupportedOperationException if the format is a single block and has no stream form
  default ReadableByteChannel decompressing(ReadableByteChannel in) {
    return decompressing(in, Long.MAX_VALUE);
  }

  /// Returns the format that this codec reads and writes.
  ///
  /// @return the format
  CompressionFormat format();

  /// Describes the native library of this codec: its name, its version if it reports one, and where
  /// it was loaded from (the jar, a path, or the system). When the system's library replaces the
  /// bundled one, the logger `dev.segue.compression` warns once.
  ///
  /// @return a human-readable description; its format may change
  String libraryDescription();

  /// Returns a Zstandard codec at the default level, 3.
  ///
  /// @return the codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  static Codec zstd() {
    return zstd(ZstdEngine.DEFAULT_LEVEL);
  }

  /// Returns a Zstandard codec at a level.
  ///
  /// Writes one frame with its content size and without a checksum. Reads any number of
  /// concatenated frames, including skippable ones.
  ///
  /// @param level 1 (fast) to 22 (strong); negative levels are faster still. The loaded library
  ///   sets the limits
  /// @return the codec
  /// @throws IllegalArgumentException if the library has no such level
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  static Codec zstd(int level) {
    return EngineCodec.zstd(level);
  }

  /// Returns a Zstandard codec with options, such as a dictionary. Codecs with equal options share
  /// native contexts, so there is no need to keep one.
  ///
  /// @param options settings for both directions
  /// @return the codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  static Codec zstd(ZstdOptions options) {
    return EngineCodec.zstd(options);
  }

  /// Returns an LZ4 codec for the frame format of the `lz4` command, at level 1.
  ///
  /// Writes one frame of independent blocks with its content size. Also reads linked blocks,
  /// checksums, skippable frames and concatenated frames.
  ///
  /// @return the codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  static Codec lz4() {
    return lz4(Lz4Block.DEFAULT_LEVEL);
  }

  /// Returns an LZ4 codec for the frame format, at a level of the `lz4` command. Levels from 2 on
  /// use LZ4 HC (high compression), which takes longer to compress and decompresses equally fast.
  ///
  /// @param level 1 (fast) to 12 (strongest); 0 is the same as 1, and each level below it is a
  ///   little faster, down to -65536
  /// @return the codec
  /// @throws IllegalArgumentException if there is no such level
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  static Codec lz4(int level) {
    return EngineCodec.lz4(level);
  }

  /// Returns an LZ4 codec for single blocks without a frame (Parquet's `LZ4_RAW`), at level 1. A
  /// block does not state the length of its content.
  ///
  /// @return the codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  static Codec lz4Raw() {
    return lz4Raw(Lz4Block.DEFAULT_LEVEL);
  }

  /// Returns an LZ4 codec for single blocks without a frame, at a level of [#lz4(int)].
  ///
  /// @param level -65536 (fastest) to 12 (strongest); 2 and above are LZ4 HC
  /// @return the codec
  /// @throws IllegalArgumentException if there is no such level
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  static Codec lz4Raw(int level) {
    return EngineCodec.lz4Raw(level);
  }

  /// Returns a Snappy codec for single blocks without framing (Parquet's `SNAPPY`).
  ///
  /// @return the codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  static Codec snappy() {
    return EngineCodec.snappy();
  }

  /// Returns a gzip codec at the default level, 6.
  ///
  /// @return the codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  static Codec gzip() {
    return gzip(GzipEngine.DEFAULT_LEVEL);
  }

  /// Returns a gzip codec at a level.
  ///
  /// Writes one member for each 16 MiB of content; a stream writes a single member. Reads any
  /// number of members, and ignores zeros after the last one, as `gzip` does. The content length is
  /// never stated: gzip stores only its lower 32 bits.
  ///
  /// @param level 0 (stored) to 12 (strongest); streams use at most 9
  /// @return the codec
  /// @throws IllegalArgumentException if there is no such level
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  static Codec gzip(int level) {
    return EngineCodec.gzip(level);
  }

  /// Returns a Brotli codec at quality 5, a common choice for content compressed on the fly.
  /// (libbrotli's own default, 11, is about a hundred times slower.)
  ///
  /// @return the codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  static Codec brotli() {
    return brotli(BrotliEngine.DEFAULT_QUALITY);
  }

  /// Returns a Brotli codec (RFC 7932) at a quality.
  ///
  /// Writes one stream with a window of 4 MiB. Reads windows of up to 16 MiB, and takes that much
  /// memory if the source asks for it. The format does not state the content length. libbrotli
  /// allocates and frees memory in each call, which [CompressionMemory] does not count.
  ///
  /// @param quality 0 (fastest) to 11 (strongest)
  /// @return the codec
  /// @throws IllegalArgumentException if there is no such quality
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with a list of the locations tried
  static Codec brotli(int quality) {
    return EngineCodec.brotli(quality);
  }

  /// Returns a codec that copies the content without compressing it.
  ///
  /// @return the codec
  static Codec stored() {
    return EngineCodec.stored();
  }
}
