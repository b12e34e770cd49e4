// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// No compression: the content as it is.
record StoredCodec() implements Codec {

  @Override
  public long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    SegmentChecks.ranges(source, offset, length, destination, destinationOffset, capacity);
    if (length > capacity) {
      throw new CompressionException(
          Kind.DESTINATION_TOO_SMALL, "%d bytes do not fit into %d".formatted(length, capacity));
    }
    MemorySegment.copy(source, offset, destination, destinationOffset, length);
    return length;
  }

  @Override
  public long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    return compress(source, offset, length, destination, destinationOffset, capacity);
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return SegmentChecks.bound(sourceLength, sourceLength);
  }

  @Override
  public long decompressedLength(MemorySegment source) {
    SegmentChecks.alive(source);
    return source.byteSize();
  }

  @Override
  public OutputStream compressing(OutputStream out) {
    return new StoredOutputStream(out);
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength) {
    return new StoredInputStream(in, maxContentLength);
  }

  @Override
  public CompressionFormat format() {
    return CompressionFormat.STORED;
  }

  @Override
  public String libraryDescription() {
    return "none";
  }

  @Override
  public String toString() {
    return "Codec.stored()";
  }
}
