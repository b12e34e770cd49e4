// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.natives.NativeLibraries;
import dev.segue.compression.internal.snappy.SnappyBlock;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Snappy blocks.
record SnappyCodec() implements Codec {

  static SnappyCodec create() {
    NativeLibraries.SNAPPY.require();
    return new SnappyCodec();
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
    return SnappyBlock.compress(source, offset, length, destination, destinationOffset, capacity);
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
    return SnappyBlock.decompress(source, offset, length, destination, destinationOffset, capacity);
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return SegmentChecks.bound(sourceLength, SnappyBlock.bound(sourceLength));
  }

  @Override
  public long decompressedLength(MemorySegment source) {
    return SnappyBlock.contentLength(source, 0, source.byteSize());
  }

  @Override
  public OutputStream compressing(OutputStream out) {
    throw Streams.unsupported("a Snappy block");
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    throw Streams.unsupported("a Snappy block");
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.SNAPPY;
  }

  @Override
  public String libraryDescription() {
    return NativeLibraries.SNAPPY.require().describe();
  }

  @Override
  public String toString() {
    return "Codec.snappy()";
  }
}
