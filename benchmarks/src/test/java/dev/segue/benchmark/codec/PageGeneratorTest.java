// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.Codec;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PageGeneratorTest {
  @Test
  void pagesAreReproducibleAndShareTheirPrefix() {
    byte[] page = PageGenerator.page(1 << 16);
    assertArrayEquals(page, PageGenerator.page(1 << 16));
    assertArrayEquals(page, Arrays.copyOf(PageGenerator.page(1 << 18), 1 << 16));
  }

  @Test
  void pagesCompressToAPlausibleRatio() {
    byte[] page = PageGenerator.page(1 << 18);
    assertEquals(1 << 18, page.length);
    double ratio = (double) page.length / Codec.zstd().compress(page).length;
    assertTrue(ratio > 1.5 && ratio < 4, "ratio=" + ratio);
  }
}
