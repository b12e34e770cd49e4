// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import com.code_intelligence.jazzer.junit.FuzzTest;

/// Passes arbitrary bytes to the decoders of LZ4 frames and raw LZ4 blocks.
class Lz4DecompressFuzzTest {

  @FuzzTest(maxDuration = "20m")
  void decompress(byte[] input) {
    FuzzTargets.decompress(Codec.lz4(), input);
    FuzzTargets.decompress(Codec.lz4Raw(), input);
  }
}
