// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.ReusingByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// Decompresses pages, one at a time, into the reader's buffers or into a new array for each page.
///
/// The interface would permit reusing a buffer, but Parquet's reader keeps the dictionary page of a
/// column while it reads pages of other columns with the same decompressor.
final class PageDecompressor implements BytesInputDecompressor {
  /// The maximum ratio of the content length to the compressed length, for each format.
  private static final long LZ4_RATIO = 255;

  private static final long DEFLATE_RATIO = 1032;

  /// 64 bytes of content for three compressed bytes.
  private static final long SNAPPY_RATIO = 22;

  /// A block of 128 KiB for four compressed bytes.
  private static final long ZSTD_RATIO = 32 << 10;

  /// The ratio up to which memory is allocated at once if neither the page nor the format limits
  /// the length.
  private static final long RATIO_BELIEVED = 64;

  private final CompressionCodecName name;
  private final Codec codec;

  /// Buffers for pages that consist of several pieces.
  private final ReusingByteBufferAllocator inputs;

  PageDecompressor(CompressionCodecName name, Codec codec, ByteBufferAllocator allocator) {
    this.name = name;
    this.codec = codec;
    this.inputs = ReusingByteBufferAllocator.strict(allocator);
  }

  @Override
  public BytesInput decompress(BytesInput bytes, int uncompressedSize) throws IOException {
    try (var releaser = inputs.getReleaser()) {
      MemorySegment page = MemorySegment.ofBuffer(bytes.toByteBuffer(releaser));
      if (page.byteSize() == 0) {
        Pages.requireSize(name, uncompressedSize, 0);
        return BytesInput.empty();
      }
      boolean stated = requirePossible(page, uncompressedSize); // before allocating memory
      boolean unlimited =
          !stated && (name == CompressionCodecName.BROTLI || name == CompressionCodecName.ZSTD);
      if (unlimited && uncompressedSize > RATIO_BELIEVED * page.byteSize()) {
        return BytesInput.from(decompressGrowing(page, uncompressedSize));
      }
      var output = new byte[uncompressedSize];
      decompress(page, MemorySegment.ofArray(output), uncompressedSize);
      return BytesInput.from(output);
    }
  }

  @Override
  public void decompress(
      ByteBuffer input, int compressedSize, ByteBuffer output, int uncompressedSize)
      throws IOException {
    Pages.requireRoom(input, compressedSize, output, uncompressedSize);
    decompress(
        MemorySegment.ofBuffer(input).asSlice(0, compressedSize),
        MemorySegment.ofBuffer(output).asSlice(0, uncompressedSize),
        uncompressedSize);
    input.position(input.position() + compressedSize);
    output.position(output.position() + uncompressedSize);
  }

  /// Rejects lengths that the content of a page cannot have.
  ///
  /// @return whether the page states its length
  private boolean requirePossible(MemorySegment page, int uncompressedSize) throws IOException {
    try {
      long stated = codec.decompressedLength(page);
      long longest =
          switch (name) {
            case LZ4_RAW -> LZ4_RATIO * page.byteSize();
            case GZIP -> DEFLATE_RATIO * page.byteSize();
            case SNAPPY -> SNAPPY_RATIO * page.byteSize();
            case ZSTD -> ZSTD_RATIO * page.byteSize();
            default -> Integer.MAX_VALUE;
          };
      if (uncompressedSize < 0 || uncompressedSize > longest) {
        throw new IOException(
            "a page of %d bytes in %s can't have %d bytes of content, as its header states"
                .formatted(page.byteSize(), name, uncompressedSize));
      }
      if (stated != Codec.UNKNOWN_LENGTH) {
        Pages.requireSize(name, uncompressedSize, stated);
      }
      return stated != Codec.UNKNOWN_LENGTH;
    } catch (CompressionException e) {
      throw malformed(e);
    }
  }

  private void decompress(MemorySegment page, MemorySegment output, int uncompressedSize)
      throws IOException {
    try {
      // Parquet's compressors for Snappy and LZ4 compress an empty page to no bytes.
      long length = page.byteSize() == 0 ? 0 : codec.decompress(page, output);
      Pages.requireSize(name, uncompressedSize, length);
    } catch (CompressionException e) {
      throw malformed(e);
    }
  }

  /// Decompresses into a growing array, because the length in the header is not trusted.
  private byte[] decompressGrowing(MemorySegment page, int uncompressedSize) throws IOException {
    try {
      byte[] output = codec.decompress(page.toArray(ValueLayout.JAVA_BYTE), uncompressedSize);
      Pages.requireSize(name, uncompressedSize, output.length);
      return output;
    } catch (CompressionException e) {
      throw malformed(e);
    }
  }

  private IOException malformed(CompressionException e) {
    return new IOException("a page can't be decompressed with " + name, e);
  }

  @Override
  public void release() {
    inputs.close();
  }
}
