// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;

/// Any bytes to the readers of envelopes and of cache values.
class EnvelopeFuzzTest {

  private static final ZstdDictionary DICTIONARY =
      ZstdDictionary.of(
          MemorySegment.ofArray("{\"id\":1,\"name\":\"x\"}".repeat(40).getBytes(UTF_8)));

  private static final Envelope PLAIN = new Envelope(CompressionPolicy.of(Codec.zstd()));
  private static final Envelope SMALL_VALUES =
      new Envelope(CompressionPolicy.of(Codec.zstd(ZstdOptions.defaults().dictionary(DICTIONARY))));

  @AfterAll
  static void closeDictionary() {
    DICTIONARY.close();
  }

  @FuzzTest(maxDuration = "20m")
  void read(byte[] input) {
    for (Envelope envelope : List.of(PLAIN, SMALL_VALUES)) {
      long read = FuzzTargets.outcome(() -> envelope.read(input, 1 << 16).length);
      Assertions.assertTrue(read <= 1 << 16);
    }
    byte[] back = SMALL_VALUES.read(SMALL_VALUES.write(input), input.length);
    Assertions.assertArrayEquals(input, back);
    CacheValueFormat format = new CacheValueFormat(ZstdOptions.defaults());
    long value = FuzzTargets.outcome(() -> format.read(input, 1 << 16).length);
    Assertions.assertTrue(value <= 1 << 16);
  }
}
