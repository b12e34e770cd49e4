// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.stream;

import dev.segue.compression.internal.engine.CodecEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.StreamFailures;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Copies content unchanged.
public record StoredEngine() implements CodecEngine {

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
          Reason.DESTINATION_TOO_SMALL, "%d bytes do not fit into %d".formatted(length, capacity));
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

  @Override
  public OutputStream compressing(OutputStream out, long contentLength, StreamFailures failures) {
    return new StoredOutputStream(out, contentLength, failures);
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength, StreamFailures failures) {
    return new StoredInputStream(in, maxContentLength, failures);
  }
}
