// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Assertions;

/// Passes arbitrary bytes to the frame parser, which must agree with the decoder about whether a
/// frame is complete.
class FrameFuzzTest {

  @FuzzTest(maxDuration = "20m")
  void parse(byte[] input) {
    MemorySegment source = MemorySegment.ofArray(input);
    MemorySegment out = MemorySegment.ofArray(new byte[1 << 16]);
    long parsed = FuzzTargets.outcome(() -> ZstdFrame.list(source).size());
    long decompressed = FuzzTargets.outcome(() -> Codec.zstd().decompress(source, out));
    if (decompressed >= 0) {
      Assertions.assertTrue(parsed > 0, "what decompresses has to parse: " + parsed);
    }
  }
}
