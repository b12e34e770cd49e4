// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.ReusingByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// Compresses pages, one at a time, into a buffer that it reuses.
final class PageCompressor implements BytesInputCompressor {
  private final CompressionCodecName name;
  private final Codec codec;

  /// Buffers for pages that consist of several pieces.
  private final ReusingByteBufferAllocator inputs;

  /// The buffer of the last result, which the caller reads before the next call.
  private final ReusingByteBufferAllocator outputs;

  PageCompressor(CompressionCodecName name, Codec codec, ByteBufferAllocator allocator) {
    this.name = name;
    this.codec = codec;
    this.inputs = ReusingByteBufferAllocator.strict(allocator);
    this.outputs = ReusingByteBufferAllocator.unsafe(allocator);
  }

  @Override
  public BytesInput compress(BytesInput bytes) throws IOException {
    try (var releaser = inputs.getReleaser()) {
      ByteBuffer page = bytes.toByteBuffer(releaser);
      long room = codec.maxCompressedLength(page.remaining());
      if (room > Integer.MAX_VALUE) {
        throw new IOException("a page of %d bytes is too long".formatted(page.remaining()));
      }
      ByteBuffer output = outputs.allocate((int) room);
      long length = codec.compress(MemorySegment.ofBuffer(page), MemorySegment.ofBuffer(output));
      return BytesInput.from(output.slice(output.position(), (int) length));
    } catch (CompressionException e) {
      throw new IOException("a page can't be compressed with " + name, e);
    }
  }

  @Override
  public CompressionCodecName getCodecName() {
    return name;
  }

  @Override
  public void release() {
    try (outputs) {
      inputs.close();
    }
  }
}
