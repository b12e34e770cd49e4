// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assertions;

/// Passes arbitrary bytes to the decoder of envelopes.
class EnvelopeFuzzTest {

  private static final ZstdDictionary DICTIONARY =
      ZstdDictionary.of(
          MemorySegment.ofArray("{\"id\":1,\"name\":\"x\"}".repeat(40).getBytes(UTF_8)));

  private static final Envelope PLAIN = Envelope.of(Codec.zstd());
  private static final Envelope SMALL_VALUES =
      Envelope.of(Codec.zstd(ZstdOptions.defaults().withDictionary(DICTIONARY)));

  @AfterAll
  static void closeDictionary() {
    DICTIONARY.close();
  }

  @FuzzTest(maxDuration = "20m")
  void read(byte[] input) {
    for (Envelope envelope : List.of(PLAIN, SMALL_VALUES)) {
      long read = FuzzTargets.outcome(() -> envelope.decode(input, 1 << 16).length);
      Assertions.assertTrue(read <= 1 << 16);
    }
    byte[] back = SMALL_VALUES.decode(SMALL_VALUES.encode(input), input.length);
    Assertions.assertArrayEquals(input, back);
  }
}
