// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/// The codec of uncompressed pages.
final class Uncompressed implements BytesInputCompressor, BytesInputDecompressor {
  @Override
  public BytesInput compress(BytesInput bytes) {
    return bytes;
  }

  @Override
  public CompressionCodecName getCodecName() {
    return CompressionCodecName.UNCOMPRESSED;
  }

  @Override
  public BytesInput decompress(BytesInput bytes, int uncompressedSize) throws IOException {
    Pages.requireSize(CompressionCodecName.UNCOMPRESSED, uncompressedSize, bytes.size());
    return bytes;
  }

  @Override
  public void decompress(
      ByteBuffer input, int compressedSize, ByteBuffer output, int uncompressedSize)
      throws IOException {
    Pages.requireRoom(input, compressedSize, output, uncompressedSize);
    Pages.requireSize(CompressionCodecName.UNCOMPRESSED, uncompressedSize, compressedSize);
    output.put(input.slice(input.position(), compressedSize));
    input.position(input.position() + compressedSize);
  }

  @Override
  public void release() {
    // no resources to release
  }
}
