// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import dev.segue.benchmark.zstd.Payload;
import java.util.Arrays;

/// Generates the values of the keys.
final class RedisValues {
  private static final long SEED = 3;
  private static final long OTHER_SEED = 4;
  private static final int SAMPLES = 2_000;

  private RedisValues() {}

  static byte[][] of(String data, int count, int size) {
    if (data.equals("json")) {
      return Payload.messages(SEED, count, size);
    }
    var zeros = new byte[size];
    Arrays.fill(zeros, (byte) '0');
    var values = new byte[count][];
    Arrays.fill(values, zeros);
    return values;
  }

  /// Generates further values of the same kind, to train a dictionary with.
  static byte[][] samples(int size) {
    return Payload.messages(OTHER_SEED, SAMPLES, size);
  }
}
