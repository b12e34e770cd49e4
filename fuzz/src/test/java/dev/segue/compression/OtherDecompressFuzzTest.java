// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import com.code_intelligence.jazzer.junit.FuzzTest;

/// Passes arbitrary bytes to the Snappy, gzip and Brotli decoders.
class OtherDecompressFuzzTest {

  @FuzzTest(maxDuration = "20m")
  void decompress(byte[] input) {
    FuzzTargets.decompress(Codec.snappy(), input);
    FuzzTargets.decompress(Codec.gzip(), input);
    FuzzTargets.decompress(Codec.brotli(), input);
  }
}
