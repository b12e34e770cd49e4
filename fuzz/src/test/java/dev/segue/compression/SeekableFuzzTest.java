// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Assertions;

/// Passes arbitrary bytes to the reader of the seekable format.
class SeekableFuzzTest {

  @FuzzTest(maxDuration = "20m")
  void read(byte[] input) {
    MemorySegment source = MemorySegment.ofArray(input);
    MemorySegment out = MemorySegment.ofArray(new byte[1 << 16]);
    long read =
        FuzzTargets.outcome(() -> {
          ZstdSeekable seekable = ZstdSeekable.open(source);
          return seekable.read(seekable.contentLength() / 2, out);
        });
    Assertions.assertTrue(read <= out.byteSize());
  }
}
