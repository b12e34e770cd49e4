// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.testing.TestData;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/// A large heap segment does not keep the garbage collector waiting.
class CollectorDelayTest {

  private static final int LENGTH = 24_000_000;
  private static final int COLLECTIONS = 15;

  /// Generous, for machines that are busy with other things: a call that held the collector off
  /// would do so for the hundreds of milliseconds that it takes.
  private static final double LIMIT_MILLIS = 60;

  @Test
  void compressingALargeArrayLetsOthersCollect() throws InterruptedException {
    MemorySegment content = MemorySegment.ofArray(TestData.of(TestData.Kind.JSON, LENGTH));
    Codec codec = Codec.zstd(12);
    MemorySegment out = MemorySegment.ofArray(new byte[(int) codec.maxCompressedLength(LENGTH)]);
    double alone = medianCollectionMillis();
    Thread compressing = Thread.ofPlatform().start(() -> codec.compress(content, out));
    double meanwhile = medianCollectionMillis();
    boolean overlapped = compressing.isAlive();
    compressing.join();
    assertTrue(overlapped, "the compression was over before the collections were");
    assertTrue(
        meanwhile - alone < LIMIT_MILLIS, "alone=" + alone + " ms, meanwhile=" + meanwhile + " ms");
  }

  private static double medianCollectionMillis() {
    double[] millis = new double[COLLECTIONS];
    for (int i = 0; i < COLLECTIONS; i++) {
      long start = System.nanoTime();
      System.gc();
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    Arrays.sort(millis);
    return millis[COLLECTIONS / 2];
  }
}
