// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import com.code_intelligence.jazzer.junit.FuzzTest;
import org.junit.jupiter.api.Assertions;

/// Any bytes to the readers of envelopes and of cache values.
class EnvelopeFuzzTest {

  @FuzzTest(maxDuration = "20m")
  void read(byte[] input) {
    Envelope envelope = new Envelope(CompressionPolicy.of(Codec.zstd()));
    long read = FuzzTargets.outcome(() -> envelope.read(input, 1 << 16).length);
    Assertions.assertTrue(read <= 1 << 16);
    CacheValueFormat format = new CacheValueFormat(ZstdOptions.defaults());
    long value = FuzzTargets.outcome(() -> format.read(input, 1 << 16).length);
    Assertions.assertTrue(value <= 1 << 16);
  }
}
