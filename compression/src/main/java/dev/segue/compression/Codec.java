// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.zstd.ZstdLibrary;
import java.lang.foreign.MemorySegment;

/// A way of compressing one segment of memory into another.
///
/// A codec is immutable and serves any number of threads at once. It allocates nothing on the heap
/// per call; the native contexts it works with are pooled and shared by all codecs of a kind (see
/// [CompressionMemory]).
///
/// Segments may be native, mapped, or backed by a heap array of any primitive type, in any mix. A
/// heap segment never holds off garbage collection for longer than about half a millisecond: what
/// takes longer goes through native scratch memory.
///
/// Every method throws
/// - [NullPointerException], for an argument that is null;
/// - [IllegalArgumentException], for a destination that is read-only or overlaps the source;
/// - [IllegalStateException], for a segment whose arena was closed;
/// - [WrongThreadException], for a segment that is confined to another thread.
///
/// A source that another thread changes during a call gives an unspecified result.
public sealed interface Codec permits ZstdCodec {

  /// Compresses all of the source to the start of the destination.
  ///
  /// A destination of [#maxCompressedLength(long)] bytes is always large enough. When the call
  /// fails, what the destination holds is unspecified.
  ///
  /// @param source what to compress; may be empty
  /// @param destination where the compressed form goes
  /// @return bytes written
  /// @throws CompressionException of kind `DESTINATION_TOO_SMALL`
  long compress(MemorySegment source, MemorySegment destination);

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
  long decompress(MemorySegment source, MemorySegment destination);

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

  /// Zstandard with options of its own. Keep the codec: contexts recognise the options of the codec
  /// that used them last, and need not be set up anew then.
  ///
  /// @param options how to compress, and what to accept
  /// @return a codec
  /// @throws CompressionException of kind `LIBRARY_NOT_FOUND`, with everything that was tried
  static Codec zstd(ZstdOptions options) {
    ZstdLibrary.require();
    return new ZstdCodec(options);
  }
}
