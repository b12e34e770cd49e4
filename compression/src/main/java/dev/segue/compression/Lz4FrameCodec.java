// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.lz4.Lz4Block;
import dev.segue.compression.internal.lz4.Lz4FrameReader;
import dev.segue.compression.internal.lz4.Lz4FrameWriter;
import dev.segue.compression.internal.natives.NativeLibraries;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// LZ4 frames.
///
/// @param level -65536 (fastest) to 12 (strongest); from 2 on, LZ4 HC
record Lz4FrameCodec(int level) implements Codec {

  static Lz4FrameCodec ofLevel(int level) {
    Lz4Block.require(level);
    return new Lz4FrameCodec(level);
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
    return Lz4FrameWriter.compress(
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
    return Lz4FrameReader.decompress(
        source, offset, length, destination, destinationOffset, capacity);
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return SegmentChecks.bound(sourceLength, Lz4FrameWriter.bound(Math.max(sourceLength, 0)));
  }

  @Override
  public long decompressedLength(MemorySegment source) {
    return Lz4FrameReader.contentLength(source);
  }

  @Override
  public OutputStream compressing(OutputStream out) {
    return new Lz4FrameOutputStream(out, level);
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    return new Lz4FrameInputStream(in, maxContentLength);
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.LZ4;
  }

  @Override
  public String libraryDescription() {
    return NativeLibraries.LZ4.require().describe();
  }

  @Override
  public String toString() {
    return "Codec.lz4(" + (level == Lz4Block.DEFAULT_LEVEL ? "" : level) + ")";
  }
}
