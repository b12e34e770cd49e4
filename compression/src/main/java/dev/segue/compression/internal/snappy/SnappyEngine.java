// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.snappy;

import dev.segue.compression.internal.engine.CodecEngine;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;
import dev.segue.compression.internal.engine.Signatures;
import dev.segue.compression.internal.engine.StreamFailures;
import dev.segue.compression.internal.natives.NativeLibraries;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;

/// Compresses to and decompresses Snappy blocks, through libsnappy.
public record SnappyEngine() implements CodecEngine {

  /// Creates an engine.
  ///
  /// @throws CodecFailure with reason `LIBRARY_NOT_FOUND`
  public SnappyEngine {
    NativeLibraries.SNAPPY.require();
  }

  @Override
  public long compress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    if (length > SnappyBlock.CONTENT_LENGTH_MAX) {
      throw new IllegalArgumentException(
          "%d bytes are too long for a Snappy block, which holds %d"
              .formatted(length, SnappyBlock.CONTENT_LENGTH_MAX));
    }
    SnappyContext context = SnappyContext.POOL.acquire();
    long written;
    try {
      written = context.compress(source, offset, length, destination, destinationOffset, capacity);
    } finally {
      SnappyContext.POOL.release(context);
    }
    if (written == SnappyContext.FAILED) {
      throw new CodecFailure(Reason.INTERNAL, "libsnappy refuses to compress");
    }
    if (written > capacity) {
      throw new CodecFailure(
          Reason.DESTINATION_TOO_SMALL,
          "the Snappy block of %d bytes does not fit into %d (maxCompressedLength=%d)"
              .formatted(written, capacity, SnappyBlock.bound(length)));
    }
    return written;
  }

  @Override
  public long decompress(
      MemorySegment source,
      long offset,
      long length,
      MemorySegment destination,
      long destinationOffset,
      long capacity) {
    long content = SnappyBlock.contentLength(source, offset, length);
    if (content > capacity) {
      throw new CodecFailure(
          Reason.DESTINATION_TOO_SMALL,
          "the content of the Snappy block is %d bytes long, but the destination has %d"
              .formatted(content, capacity));
    }
    SnappyContext context = SnappyContext.POOL.acquire();
    long written;
    try {
      written = context.decompress(source, offset, length, destination, destinationOffset, content);
    } finally {
      SnappyContext.POOL.release(context);
    }
    if (written == SnappyContext.FAILED) {
      throw new CodecFailure(
          Reason.MALFORMED_INPUT,
          "the Snappy block of %d bytes at offset=%d is corrupt or truncated%s"
              .formatted(length, offset, Signatures.hint(source, offset, offset + length)),
          offset);
    }
    return written;
  }

  @Override
  public long maxCompressedLength(long sourceLength) {
    return SnappyBlock.bound(sourceLength);
  }

  @Override
  public long contentLength(MemorySegment source) {
    return SnappyBlock.contentLength(source, 0, source.byteSize());
  }

  @Override
  public String libraryDescription() {
    return NativeLibraries.SNAPPY.require().describe();
  }

  @Override
  public OutputStream compressing(OutputStream out, long contentLength, StreamFailures failures) {
    throw CodecEngine.noStream("a Snappy block");
  }

  @Override
  public InputStream decompressing(InputStream in, long maxContentLength, StreamFailures failures) {
    throw CodecEngine.noStream("a Snappy block");
  }
}
