// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Pages without content.
class PageLengthsTest {

  private static byte[] bytes(BytesInput input) throws IOException {
    var bytes = new ByteArrayOutputStream();
    input.writeAllTo(bytes);
    return bytes.toByteArray();
  }

  private static byte[] decompress(CompressionCodecName name, byte[] page, int length)
      throws IOException {
    var factory = new SegueCodecFactory();
    try {
      return bytes(factory.getDecompressor(name).decompress(BytesInput.from(page), length));
    } finally {
      factory.release();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SNAPPY", "LZ4_RAW", "ZSTD", "GZIP", "UNCOMPRESSED"})
  void emptyPagesOfParquetsAreRead(CompressionCodecName name) throws IOException {
    CompressionCodecFactory theirs = new CodecFactory(new PlainParquetConfiguration(), 1 << 16);
    byte[] page = bytes(theirs.getCompressor(name).compress(BytesInput.empty()));
    assertEquals(0, decompress(name, page, 0).length);
    theirs.release();
  }

  @ParameterizedTest
  @EnumSource(names = {"SNAPPY", "LZ4_RAW", "ZSTD", "GZIP", "BROTLI", "UNCOMPRESSED"})
  void noBytesAreNoContent(CompressionCodecName name) throws IOException {
    assertEquals(0, decompress(name, new byte[0], 0).length);
    assertThrows(IOException.class, () -> decompress(name, new byte[0], 1));
    var factory = new SegueCodecFactory(DirectByteBufferAllocator.getInstance());
    var decompressor = factory.getDecompressor(name);
    for (boolean direct : new boolean[] {false, true}) {
      ByteBuffer input = direct ? ByteBuffer.allocateDirect(10) : ByteBuffer.allocate(10);
      ByteBuffer output = direct ? ByteBuffer.allocateDirect(10) : ByteBuffer.allocate(10);
      decompressor.decompress(input.position(4), 0, output.position(3), 0);
      assertEquals(4, input.position());
      assertEquals(3, output.position());
      assertThrows(IOException.class, () -> decompressor.decompress(input, 0, output, 1));
    }
    factory.release();
  }
}
