// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Files that are written with this factory and read with Parquet's own, and vice versa.
class ParquetFileTest {
  private static final int ORDERS = 5_000;

  private static CompressionCodecFactory parquets() {
    return new CodecFactory(new PlainParquetConfiguration(), 1 << 16);
  }

  private static List<CompressionCodecFactory> all() {
    return List.of(
        new SegueCodecFactory(),
        new SegueCodecFactory(DirectByteBufferAllocator.getInstance()),
        parquets());
  }

  @ParameterizedTest
  @EnumSource(names = {"UNCOMPRESSED", "SNAPPY", "LZ4_RAW", "ZSTD", "GZIP"})
  void filesAreReadByEitherFactory(CompressionCodecName name, @TempDir Path folder)
      throws IOException {
    int number = 0;
    for (CompressionCodecFactory writing : all()) {
      Path file = folder.resolve(number++ + ".parquet");
      ParquetExample.write(file, writing, name, ORDERS);
      for (CompressionCodecFactory reading : all()) {
        assertEquals(ORDERS, ParquetExample.count(file, reading), writing + " to " + reading);
      }
    }
  }

  /// Parquet's own factory needs a class for this codec that is not on Maven Central.
  @Test
  void brotliFilesAreReadAndWritten(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("brotli.parquet");
    for (CompressionCodecFactory factory : all().subList(0, 2)) {
      ParquetExample.write(file, factory, CompressionCodecName.BROTLI, ORDERS);
      assertEquals(ORDERS, ParquetExample.count(file, factory));
      Files.delete(file);
    }
  }

  @Test
  void exampleRuns(@TempDir Path folder) throws IOException {
    PrintStream out = System.out;
    var printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      ParquetExample.main(new String[] {folder.resolve("orders.parquet").toString()});
    } finally {
      System.setOut(out);
    }
    assertTrue(printed.toString(StandardCharsets.UTF_8).contains("orders: 10000"));
  }
}
