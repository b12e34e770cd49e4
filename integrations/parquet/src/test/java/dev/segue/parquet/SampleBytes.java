// SPDX-License-Identifier: Apache-2.0

package dev.segue.parquet;

import java.util.Random;

/// Pages for the tests.
final class SampleBytes {
  private SampleBytes() {}

  /// Bytes that compress to about a half.
  static byte[] of(int length) {
    var random = new Random(length);
    var bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (i % 64 < 32 ? i % 7 : random.nextInt(256));
    }
    return bytes;
  }
}
