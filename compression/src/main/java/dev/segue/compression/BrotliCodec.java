// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.brotli.BrotliStream;
import dev.segue.compression.internal.natives.NativeLibraries;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Brotli streams.
///
/// @param quality 0, fastest, to 11, strongest
record BrotliCodec(int quality) implements Codec {

  static final int DEFAULT_QUALITY = 5;

  static BrotliCodec ofQuality(int quality) {
    if (quality < 0 || quality > BrotliStream.QUALITY_MAX) {
      throw new IllegalArgumentException(
          "quality=%d is not between 0 and %d".formatted(quality, BrotliStream.QUALITY_MAX));
    }
    NativeLibraries.BROTLI.require();
    return new BrotliCodec(quality);
  }

  @Override
  public long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    SegmentChecks.ranges(source, offset, length, destination, destinationOffset, capacity);
    return BrotliStream.compress(
        quality, source, offset, length, destination, destinationOffset, capacity);
  }

  @Override
  public long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    SegmentChecks.ranges(source, offset, length, destination, destinationOffset, capacity);
    return BrotliStream.decompress(
        source, offset, length, destination, destinationOffset, capacity);
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return SegmentChecks.bound(sourceLength, BrotliStream.bound(sourceLength));
  }

  @Override
  public long decompressedLength(MemorySegment source) {
    return SegmentChecks.unstated(source);
  }

  @Override
  public OutputStream compressing(OutputStream out) {
    return new BrotliOutputStream(out, quality);
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    return new BrotliInputStream(in, maxContentLength);
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.BROTLI;
  }

  @Override
  public String libraryDescription() {
    return BrotliStream.library();
  }

  @Override
  public String toString() {
    return "Codec.brotli(" + quality + ")";
  }
}
