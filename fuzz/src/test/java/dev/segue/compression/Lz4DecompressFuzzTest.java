// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import com.code_intelligence.jazzer.junit.FuzzTest;

/// Any bytes to the LZ4 frame reader, and as a raw block.
class Lz4DecompressFuzzTest {

  @FuzzTest(maxDuration = "20m")
  void decompress(byte[] input) {
    FuzzTargets.decompress(Codec.lz4(), input);
    FuzzTargets.decompress(Codec.lz4Raw(), input);
  }
}
