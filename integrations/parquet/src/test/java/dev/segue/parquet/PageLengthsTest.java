// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.segue.compression.Codec;
import dev.segue.compression.ZstdOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Pages without content, and pages whose header states an impossible length.
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
  void emptyPagesOfParquetsFactoryAreRead(CompressionCodecName name) throws IOException {
    CompressionCodecFactory theirs = new CodecFactory(new PlainParquetConfiguration(), 1 << 16);
    byte[] page = bytes(theirs.getCompressor(name).compress(BytesInput.empty()));
    assertEquals(0, decompress(name, page, 0).length);
    theirs.release();
  }

  @ParameterizedTest
  @EnumSource(names = {"SNAPPY", "LZ4_RAW", "ZSTD", "GZIP", "BROTLI", "UNCOMPRESSED"})
  void emptyInputIsEmptyContent(CompressionCodecName name) throws IOException {
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

  private static final int CLAIM = 1 << 30;

  private static void assertRefusedAtNoCost(CompressionCodecName name, byte[] page) {
    assertThrows(IOException.class, () -> decompress(name, page, CLAIM));
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    assertThrows(IOException.class, () -> decompress(name, page, CLAIM));
    long taken = threads.getCurrentThreadAllocatedBytes() - before;
    assertTrue(taken < 64 << 20, name + " bytes=" + taken);
  }

  /// Pages that state a length of 1 GiB, or none.
  @Test
  void shortPageDoesNotAllocateAGigabyte() {
    // A length of 1 GiB as a varint, then a one-byte literal.
    byte[] snappy = HexFormat.of().parseHex("8080808004" + "0061");
    assertRefusedAtNoCost(CompressionCodecName.SNAPPY, snappy);
    assertRefusedAtNoCost(CompressionCodecName.SNAPPY, Arrays.copyOf(snappy, 100));
    // Single segment, content size in 8 bytes, one last block with a repeated byte.
    byte[] zstd = HexFormat.of().parseHex("28b52ffd" + "e0" + "0000004000000000" + "030010" + "61");
    assertRefusedAtNoCost(CompressionCodecName.ZSTD, zstd);
    byte[] unstated =
        Codec.zstd(ZstdOptions.defaults().withContentSize(false)).compress(new byte[9]);
    assertRefusedAtNoCost(CompressionCodecName.ZSTD, unstated);
    assertRefusedAtNoCost(CompressionCodecName.LZ4_RAW, new byte[20]);
    assertRefusedAtNoCost(CompressionCodecName.GZIP, Codec.gzip().compress(new byte[9]));
    assertRefusedAtNoCost(CompressionCodecName.BROTLI, Codec.brotli().compress(new byte[9]));
  }

  @ParameterizedTest
  @EnumSource(names = {"SNAPPY", "LZ4_RAW", "ZSTD", "GZIP", "BROTLI"})
  void pagesWithTheMaximumRatioAreRead(CompressionCodecName name) throws IOException {
    var page = new byte[20_000_000];
    var factory = new SegueCodecFactory();
    byte[] written = bytes(factory.getCompressor(name).compress(BytesInput.from(page)));
    assertArrayEquals(page, decompress(name, written, page.length));
    assertThrows(IOException.class, () -> decompress(name, written, page.length - 1));
    assertThrows(IOException.class, () -> decompress(name, written, page.length + 1));
    factory.release();
    if (name == CompressionCodecName.ZSTD) {
      byte[] unstated = Codec.zstd(ZstdOptions.defaults().withContentSize(false)).compress(page);
      assertArrayEquals(page, decompress(name, unstated, page.length));
    }
  }
}
