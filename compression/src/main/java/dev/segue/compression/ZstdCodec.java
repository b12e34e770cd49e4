// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.zstd.ZstdCompression;
import dev.segue.compression.zstd.ZstdDecompression;
import dev.segue.compression.zstd.ZstdLibrary;
import java.lang.foreign.MemorySegment;

/// Zstandard at a level.
record ZstdCodec(int level) implements Codec {

  static final int DEFAULT_LEVEL = 3;

  static ZstdCodec ofLevel(int level) {
    ZstdLibrary.require();
    int min = ZstdLibrary.minLevel();
    int max = ZstdLibrary.maxLevel();
    if (level < min || level > max) {
      throw new IllegalArgumentException(
          "level=%d is not between %d and %d".formatted(level, min, max));
    }
    return new ZstdCodec(level);
  }

  @Override
  public long compress(MemorySegment source, MemorySegment destination) {
    SegmentChecks.sourceAndDestination(source, destination);
    return ZstdCompression.compress(level, source, destination);
  }

  @Override
  public long decompress(MemorySegment source, MemorySegment destination) {
    SegmentChecks.sourceAndDestination(source, destination);
    return ZstdDecompression.decompress(source, destination);
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    if (sourceLength < 0) {
      throw new IllegalArgumentException("sourceLength=" + sourceLength + " is negative");
    }
    long bound = ZstdCompression.bound(sourceLength);
    if (bound < 0) {
      throw new IllegalArgumentException(
          "sourceLength=" + sourceLength + " has no bound that fits 63 bits");
    }
    return bound;
  }

  @Override
  public long decompressedLength(MemorySegment source) {
    return ZstdDecompression.contentLength(source);
  }
}
