// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.zstd.ZstdLibrary;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/// A way of compressing one segment of memory into another.
///
/// A codec is immutable and serves any number of threads at once. It allocates nothing on the heap
/// per call; the native contexts it works with are pooled and shared by all codecs of a kind (see
/// [CompressionMemory]).
///
/// Segments may be native, mapped, or backed by a heap array of any primitive type, in any mix. A
/// heap segment never holds off garbage collection for longer than about a tenth of a millisecond
/// of processor time: what takes longer goes through native scratch memory.
///
/// Every method throws
/// - [NullPointerException], for an argument that is null;
/// - [IllegalArgumentException], for a destination that is read-only or overlaps the source;
/// - [IllegalStateException], for a segment whose arena was closed;
/// - [WrongThreadException], for a segment that is confined to another thread.
///
/// A source or destination that another thread changes during a call gives an unspecified result,
/// within the destination.
public sealed interface Codec
    permits ZstdCodec,
        Lz4FrameCodec,
        Lz4RawCodec,
        SnappyCodec,
        GzipCodec,
        BrotliCodec,
        StoredCodec {

  /// Compresses all of the source to the start of the destination.
  ///
  /// A destination of [#maxCompressedLength(long)] bytes is always large enough. When the call
  /// fails, what the destination holds is unspecified.
  ///
  /// @param source what to compress; may be empty
  /// @param destination where the compressed form goes
  /// @return bytes written
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`
  default long compress(MemorySegment source, MemorySegment destination) {
    return compress(source, 0, source.byteSize(), destination, 0, destination.byteSize());
  }

  /// Compresses a range of a segment to the start of another range, of the same segment or of
  /// another: what [#compress(MemorySegment, MemorySegment)] does with slices, and without these.
  /// Native memory is read and written where it is.
  ///
  /// @param source what is compressed is in it
  /// @param offset where that begins, in bytes
  /// @param length how long it is, in bytes; may be 0
  /// @param destination the compressed form goes into it
  /// @param destinationOffset where that begins, in bytes
  /// @param capacity how long it may get, in bytes
  /// @return bytes written
  /// @throws IndexOutOfBoundsException when a range is not within its segment
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`
  long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity);

  /// Decompresses all of the source to the start of the destination.
  ///
  /// Never writes beyond the destination, and takes no more native memory than the destination's
  /// size and a small constant, whatever the source claims: the destination is the bound for
  /// sources that can't be trusted. When the call fails, what the destination holds is unspecified.
  ///
  /// @param source what [#compress] wrote, or another compressor of the same format; exactly that
  /// @param destination where the content goes
  /// @return bytes written
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`, or one that tells what is wrong
  ///   with the source
  default long decompress(MemorySegment source, MemorySegment destination) {
    return decompress(source, 0, source.byteSize(), destination, 0, destination.byteSize());
  }

  /// Decompresses a range of a segment to the start of another range, of the same segment or of
  /// another: what [#decompress(MemorySegment, MemorySegment)] does with slices, and without these.
  /// Native memory is read and written where it is.
  ///
  /// @param source the compressed form is in it
  /// @param offset where that begins, in bytes
  /// @param length how long it is, in bytes; exactly that
  /// @param destination the content goes into it
  /// @param destinationOffset where that begins, in bytes
  /// @param capacity how long it may get, in bytes
  /// @return bytes written
  /// @throws IndexOutOfBoundsException when a range is not within its segment
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`, or one that tells what is wrong
  ///   with the source, and where, counted from the start of the segment
  long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity);

  /// The longest that a source of some length can become.
  ///
  /// @param sourceLength length of a source, in bytes
  /// @return length of a destination that always suffices, in bytes
  /// @throws IllegalArgumentException when the length is negative, or so large that no such
  ///   destination can exist
  long maxCompressedLength(long sourceLength);

  /// The length of the content, as the compressed form states it.
  ///
  /// The statement is checked against the structure of the source, not against its content. For
  /// sources that can't be trusted, compare it with a bound before allocating that much.
  ///
  /// @param source what [#compress] wrote, or another compressor of the same format
  /// @return bytes; -1 when the source does not say
  /// @throws CompressionException of kind `MALFORMED_INPUT`
  long decompressedLength(MemorySegment source);

  /// Compresses the remaining bytes of a buffer; the positions of both move behind what was read
  /// and written.
  ///
  /// @param source what to compress
  /// @param destination where the compressed form goes
  /// @return bytes written
  /// @throws CompressionException as [#compress(MemorySegment, MemorySegment)] does; the positions
  ///   stay then
  default int compress(ByteBuffer source, ByteBuffer destination) {
    long written = compress(MemorySegment.ofBuffer(source), MemorySegment.ofBuffer(destination));
    return Buffers.advance(source, destination, written);
  }

  /// Decompresses the remaining bytes of a buffer; the positions of both move behind what was read
  /// and written.
  ///
  /// @param source what to decompress
  /// @param destination where the content goes
  /// @return bytes written
  /// @throws CompressionException as [#decompress(MemorySegment, MemorySegment)] does; the
  ///   positions stay then
  default int decompress(ByteBuffer source, ByteBuffer destination) {
    long written = decompress(MemorySegment.ofBuffer(source), MemorySegment.ofBuffer(destination));
    return Buffers.advance(source, destination, written);
  }

  /// Compresses an array into a new one.
  ///
  /// @param source what to compress
  /// @return the compressed form
  default byte[] compress(byte[] source) {
    return Buffers.compress(this, source);
  }

  /// Decompresses an array into a new one.
  ///
  /// Where the source says how long its content is, a claim beyond the bound is an error before any
  /// memory is spent; where it does not, memory grows as content comes, up to the bound.
  ///
  /// @param source what to decompress
  /// @param maxLength the longest content to accept
  /// @return the content
  /// @throws CompressionException of kind `LIMIT_EXCEEDED` when there is more, or one that tells
  ///   what is wrong with the source
  default byte[] decompress(byte[] source, int maxLength) {
    return Buffers.decompress(this, source, maxLength);
  }

  /// Returns a stream that compresses its input into `out`. Closing it closes `out`. It belongs to
  /// one thread at a time; a second thread that writes meanwhile gets an [IllegalStateException].
  /// Short writes are collected until [OutputStream#flush()] or [OutputStream#close()].
  ///
  /// Once a write to `out` has failed, the compressed form lacks a part: every later write and
  /// flush, and closing, fail with an [java.io.IOException].
  ///
  /// Holds native memory until it is closed. A stream that is never closed is freed after the
  /// garbage collector has found it, and logged.
  ///
  /// @param out where the compressed form goes
  /// @return the stream
  /// @throws UnsupportedOperationException when the format is one block and has no stream form
  OutputStream compressing(OutputStream out);

  /// Returns a stream of the content of `in`. Closing it closes `in`. It belongs to one thread at a
  /// time; a second thread that reads meanwhile gets an [IllegalStateException]. Short reads are
  /// served from content that was decompressed ahead, which [InputStream#available()] reports; it
  /// does not wait for the source.
  ///
  /// Malformed input is a [CompressionException] from `read` and from every later read. After `in`
  /// has failed once, every later read is an [java.io.IOException].
  ///
  /// Holds native memory until it is closed. A stream that is never closed is freed after the
  /// garbage collector has found it, and logged.
  ///
  /// @param in the compressed form, to its end
  /// @param maxContentLength the longest content to accept: more is an error of kind
  ///   `LIMIT_EXCEEDED`; [Long#MAX_VALUE] for a source that can be trusted
  /// @return the stream
  /// @throws UnsupportedOperationException when the format is one block and has no stream form
  InputStream decompressing(InputStream in, long maxContentLength);

  /// Returns a channel that compresses its input into `out`. Closing it closes `out`; otherwise as
  /// [#compressing(OutputStream)].
  ///
  /// @param out where the compressed form goes
  /// @return the channel
  /// @throws UnsupportedOperationException when the format is one block and has no stream form
  default WritableByteChannel compressing(WritableByteChannel out) {
    return Channels.newChannel(compressing(Channels.newOutputStream(out)));
  }

  /// A channel that gives the content of a compressed one, which it closes with itself; else as
  /// [#decompressing(InputStream, long)].
  ///
  /// @param in the compressed form, to its end
  /// @param maxContentLength the longest content to accept
  /// @return the channel
  /// @throws UnsupportedOperationException when the format is one block and has no stream form
  default ReadableByteChannel decompressing(ReadableByteChannel in, long maxContentLength) {
    return Channels.newChannel(decompressing(Channels.newInputStream(in), maxContentLength));
  }

  /// The native library of this codec: name, version where it has a function for it, and where it
  /// came from: the bundle, a path, or the system. If the system's library replaces the bundled
  /// one, that is logged once, by the logger `dev.segue.compression`.
  ///
  /// @return words for people
  String library();

  /// Zstandard at its default level, 3.
  ///
  /// @return a codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with everything that was tried
  static Codec zstd() {
    return zstd(ZstdCodec.DEFAULT_LEVEL);
  }

  /// Zstandard at a level.
  ///
  /// Writes one frame with its content size and no checksum; reads any number of frames, one after
  /// the other, skippable ones among them.
  ///
  /// @param level from 1, fast, to 22, strong; below zero, faster still. The loaded library sets
  ///   the limits
  /// @return a codec
  /// @throws IllegalArgumentException when the library has no such level
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with everything that was tried
  static Codec zstd(int level) {
    return ZstdCodec.ofLevel(level);
  }

  /// Zstandard with options of its own. Keep the options, or the codec: contexts recognise those
  /// that used them last, and need not be set up anew then.
  ///
  /// @param options how to compress, and what to accept
  /// @return a codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with everything that was tried
  static Codec zstd(ZstdOptions options) {
    ZstdLibrary.require();
    return options.codec();
  }

  /// LZ4 in its frame format, as `lz4` reads and writes it: magic, independent blocks, the content
  /// size. Reads linked blocks, checksums, skippable and concatenated frames too.
  ///
  /// @return a codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with everything that was tried
  static Codec lz4() {
    return Lz4FrameCodec.create();
  }

  /// LZ4 as a raw block, without a frame, as Parquet's `LZ4_RAW` has it. States no content length.
  ///
  /// @return a codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with everything that was tried
  static Codec lz4Raw() {
    return Lz4RawCodec.create();
  }

  /// Snappy as a block, without framing, as Parquet's `SNAPPY` has it.
  ///
  /// @return a codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with everything that was tried
  static Codec snappy() {
    return SnappyCodec.create();
  }

  /// gzip at its default level, 6.
  ///
  /// @return a codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with everything that was tried
  static Codec gzip() {
    return gzip(GzipCodec.DEFAULT_LEVEL);
  }

  /// gzip at a level. Writes one member for each 16 MiB of content; streams write one. Reads any
  /// number of members, and zeros after the last one, as `gzip` does. States no content length, as
  /// gzip keeps 32 bits of it only.
  ///
  /// @param level 0, not compressed, to 12, strongest; streams have no more than 9
  /// @return a codec
  /// @throws IllegalArgumentException when there is no such level
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with everything that was tried
  static Codec gzip(int level) {
    return GzipCodec.ofLevel(level);
  }

  /// Brotli at quality 5, as those use it who compress while somebody waits. (libbrotli's own
  /// default is 11, a hundred times slower.)
  ///
  /// @return a codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with everything that was tried
  static Codec brotli() {
    return brotli(BrotliCodec.DEFAULT_QUALITY);
  }

  /// Brotli at a quality: one stream (RFC 7932) with a window of 4 MiB; reads windows of up to 16
  /// MiB, and takes that much memory for a source that asks for it. States no content length, since
  /// the format has none. libbrotli allocates anew in each call, and frees it: [CompressionMemory]
  /// does not see that.
  ///
  /// @param quality 0, fastest, to 11, strongest
  /// @return a codec
  /// @throws IllegalArgumentException when there is no such quality
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with everything that was tried
  static Codec brotli(int quality) {
    return BrotliCodec.ofQuality(quality);
  }

  /// No compression: the content as it is.
  ///
  /// @return a codec
  static Codec stored() {
    return new StoredCodec();
  }
}
