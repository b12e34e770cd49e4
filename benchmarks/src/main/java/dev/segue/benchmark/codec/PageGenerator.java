// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.codec;

import java.util.Random;

/// Generates pages similar to Parquet's columns: chunks of 64 to 319 bytes, each with one of four
/// patterns, from `Random(42)`.
///
/// The patterns are one repeated byte, ascending bytes, random choices among sixteen values, and
/// random bytes. The published benchmark uses the same number of patterns, chunk lengths and seed.
public final class PageGenerator {
  private static final long SEED = 42;
  private static final int CHUNK_MIN = 64;
  private static final int CHUNK_RANGE = 256;
  private static final int PATTERNS = 4;
  private static final int FEW_VALUES = 16;

  private PageGenerator() {}

  /// Generates a page.
  public static byte[] page(int size) {
    var random = new Random(SEED);
    var page = new byte[size];
    int position = 0;
    while (position < size) {
      int end = Math.min(position + CHUNK_MIN + random.nextInt(CHUNK_RANGE), size);
      int pattern = random.nextInt(PATTERNS);
      byte first = (byte) random.nextInt();
      for (int i = position; i < end; i++) {
        page[i] =
            switch (pattern) {
              case 0 -> first;
              case 1 -> (byte) (first + i - position);
              case 2 -> (byte) random.nextInt(FEW_VALUES);
              default -> (byte) random.nextInt();
            };
      }
      position = end;
    }
    return page;
  }
}
