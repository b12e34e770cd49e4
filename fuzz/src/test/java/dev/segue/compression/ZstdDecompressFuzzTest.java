// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import com.code_intelligence.jazzer.junit.FuzzTest;

/// Passes arbitrary bytes to the zstd decoder.
class ZstdDecompressFuzzTest {

  @FuzzTest(maxDuration = "20m")
  void decompress(byte[] input) {
    FuzzTargets.decompress(Codec.zstd(), input);
  }
}
