// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.lang.foreign.MemorySegment;

/// What every codec does, on ranges of segments: slices that outlive a method would have to be
/// allocated. The segments were checked; the ranges lie within them.
interface RangeCodec {

  /// Compresses a range to the start of another.
  ///
  /// @return bytes written
  long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity);

  /// Decompresses a range to the start of another. Offsets in errors count from the start of the
  /// source.
  ///
  /// @return bytes written
  long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity);

  /// A codec as what it is besides.
  static RangeCodec of(Codec codec) {
    return switch (codec) {
      case ZstdCodec zstd -> zstd;
      case Lz4FrameCodec lz4 -> lz4;
      case Lz4RawCodec lz4 -> lz4;
      case SnappyCodec snappy -> snappy;
      case GzipCodec gzip -> gzip;
      case StoredCodec stored -> stored;
    };
  }
}
