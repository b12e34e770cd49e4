// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.lz4.Lz4Block;
import dev.segue.compression.internal.natives.NativeLibraries;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// LZ4 raw blocks.
///
/// @param level -65536 (fastest) to 12 (strongest); from 2 on, LZ4 HC
record Lz4RawCodec(int level) implements Codec {

  static Lz4RawCodec ofLevel(int level) {
    Lz4Block.require(level);
    return new Lz4RawCodec(level);
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
    return Lz4Block.compress(
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
    return Lz4Block.decompress(source, offset, length, destination, destinationOffset, capacity);
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return SegmentChecks.bound(sourceLength, Lz4Block.bound(sourceLength));
  }

  @Override
  public long decompressedLength(MemorySegment source) {
    return SegmentChecks.unstated(source);
  }

  @Override
  public OutputStream compressing(OutputStream out) {
    throw Streams.unsupported("an LZ4 raw block; the LZ4 frame (Codec.lz4) has one");
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    throw Streams.unsupported("an LZ4 raw block; the LZ4 frame (Codec.lz4) has one");
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.LZ4_RAW;
  }

  @Override
  public String libraryDescription() {
    return NativeLibraries.LZ4.require().describe();
  }

  @Override
  public String toString() {
    return "Codec.lz4Raw(" + (level == Lz4Block.DEFAULT_LEVEL ? "" : level) + ")";
  }
}
