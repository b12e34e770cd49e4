// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.deflate.GzipMember;
import dev.segue.compression.natives.NativeLibraries;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// gzip: libdeflate for whole segments, the JDK for streams.
///
/// @param level 0, not compressed, to 12, strongest
record GzipCodec(int level) implements Codec {

  static final int DEFAULT_LEVEL = 6;

  static GzipCodec ofLevel(int level) {
    if (level < 0 || level > GzipMember.LEVEL_MAX) {
      throw new IllegalArgumentException(
          "level=%d is not between 0 and %d".formatted(level, GzipMember.LEVEL_MAX));
    }
    NativeLibraries.DEFLATE.require();
    return new GzipCodec(level);
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
    return GzipMember.compress(
        level, source, offset, length, destination, destinationOffset, capacity);
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
    return GzipMember.decompress(source, offset, length, destination, destinationOffset, capacity);
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return SegmentChecks.bound(sourceLength, GzipMember.bound(sourceLength));
  }

  @Override
  public long decompressedLength(MemorySegment source) {
    return SegmentChecks.unstated(source);
  }

  @Override
  public OutputStream compressing(OutputStream out) {
    return Streams.gzip(out, level);
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    return new GzipInputStream(in, maxContentLength);
  }

  @Override
  public String library() {
    return NativeLibraries.DEFLATE.require().describe();
  }

  @Override
  public String toString() {
    return "Codec.gzip(" + level + ")";
  }
}
