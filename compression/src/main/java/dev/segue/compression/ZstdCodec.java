// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.zstd.CompressSettings;
import dev.segue.compression.internal.zstd.DecompressSettings;
import dev.segue.compression.internal.zstd.ZstdCompression;
import dev.segue.compression.internal.zstd.ZstdDecompression;
import dev.segue.compression.internal.zstd.ZstdLibrary;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.concurrent.ConcurrentHashMap;

/// Zstandard with its options.
final class ZstdCodec implements Codec {

  static final int DEFAULT_LEVEL = 3;

  /// One codec per level, so that contexts recognise their settings however often a codec is asked
  /// for.
  private static final ConcurrentHashMap<Integer, ZstdCodec> BY_LEVEL = new ConcurrentHashMap<>();

  private final ZstdOptions options;
  private final CompressSettings compressSettings;
  private final DecompressSettings decompressSettings;

  ZstdCodec(ZstdOptions options) {
    this.options = options;
    this.compressSettings = options.toCompressSettings().forWholeSegments();
    this.decompressSettings = options.toDecompressSettings().forWholeSegments();
  }

  static ZstdCodec ofLevel(int level) {
    ZstdLibrary.require();
    return BY_LEVEL.computeIfAbsent(
        level, wanted -> ZstdOptions.defaults().withLevel(wanted).codec());
  }

  ZstdOptions options() {
    return options;
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
    try {
      return ZstdCompression.compress(
          compressSettings, source, offset, length, destination, destinationOffset, capacity);
    } finally {
      Reference.reachabilityFence(this); // with its dictionary
    }
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
    try {
      return ZstdDecompression.decompress(
          decompressSettings, source, offset, length, destination, destinationOffset, capacity);
    } finally {
      Reference.reachabilityFence(this); // with its dictionary
    }
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return SegmentChecks.bound(sourceLength, ZstdCompression.bound(sourceLength));
  }

  @Override
  public long decompressedLength(MemorySegment source) {
    return ZstdDecompression.contentLength(decompressSettings, source);
  }

  @Override
  public OutputStream compressing(OutputStream out) {
    return new CompressingOutputStream(out, options);
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    return new DecompressingInputStream(in, options, maxContentLength);
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.ZSTD;
  }

  @Override
  public String libraryDescription() {
    return ZstdLibrary.describe();
  }

  @Override
  public String toString() {
    return "Codec.zstd(" + options + ")";
  }
}
