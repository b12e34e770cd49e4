// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.internal.engine.CodecEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// The codec that copies content unchanged.
final class StoredCodec extends BaseCodec {

  private final Engine engine = new Engine();

  /// Copies ranges.
  private record Engine() implements CodecEngine {

    @Override
    public long compress(
        MemorySegment source,
        long offset,
        long length,
        MemorySegment destination,
        long destinationOffset,
        long capacity) {
      if (length > capacity) {
        throw new CodecFailure(
            Reason.DESTINATION_TOO_SMALL,
            "%d bytes do not fit into %d".formatted(length, capacity));
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
      return sourceLength;
    }

    @Override
    public long contentLength(MemorySegment source) {
      return source.byteSize();
    }

    @Override
    public String libraryDescription() {
      return "none";
    }
  }

  @Override
  CodecEngine engine() {
    return engine;
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength) {
    return new StoredOutputStream(out, contentLength);
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
  public String toString() {
    return "Codec.stored()";
  }
}
