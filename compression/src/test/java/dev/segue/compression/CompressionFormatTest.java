// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.testing.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompressionFormatTest {

  /// Prints which formats are available.
  static final class Probe {

    private Probe() {}

    public static void main(String[] args) {
      for (CompressionFormat format : CompressionFormat.values()) {
        System.out.print(format + "=" + format.isAvailable() + " ");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(CompressionFormat.class)
  void matchesItsCodec(CompressionFormat format) {
    assertTrue(format.isAvailable());
    Codec codec = format.defaultCodec();
    assertEquals(format, codec.format());
    assertTrue(!codec.libraryDescription().isEmpty());
  }

  @Test
  void isUnavailableWithoutItsLibrary() {
    String printed =
        ChildJvm.run(
            Probe.class, "-Dsegue.brotli.library=/absent", "-Dsegue.snappy.library=/absent");
    assertEquals(
        "ZSTD=true LZ4=true LZ4_RAW=true SNAPPY=false GZIP=true BROTLI=false STORED=true ",
        printed);
  }
}
