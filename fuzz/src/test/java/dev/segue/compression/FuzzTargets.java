// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Assertions;

/// The common invariants of the fuzz targets: any input returns content or throws the module's
/// exception, with a kind that input can cause, and with the same result on heap and native memory.
final class FuzzTargets {

  private static final int ROOM = 1 << 16;

  private FuzzTargets() {}

  /// Decompresses an input on both kinds of memory and compares the outcomes.
  static void decompress(Codec codec, byte[] input) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment nativeOut = arena.allocate(ROOM);
      MemorySegment heapOut = MemorySegment.ofArray(new byte[ROOM]);
      MemorySegment nativeIn = arena.allocateFrom(ValueLayout.JAVA_BYTE, input);
      long heap = outcome(() -> codec.decompress(MemorySegment.ofArray(input), heapOut));
      long other = outcome(() -> codec.decompress(nativeIn, nativeOut));
      Assertions.assertEquals(heap, other);
      if (heap > 0) {
        Assertions.assertEquals(-1, heapOut.asSlice(0, heap).mismatch(nativeOut.asSlice(0, heap)));
      }
      long stated = outcome(() -> codec.decompressedLength(nativeIn));
      if (stated > 0 && heap >= 0) {
        Assertions.assertEquals(stated, heap);
      }
    }
  }

  /// The outcome: a length, or a number below -1 that represents the kind of error.
  static long outcome(LongSupplier call) {
    try {
      return call.getAsLong();
    } catch (CompressionException e) {
      Assertions.assertNotEquals(CompressionException.Kind.INTERNAL, e.kind(), e.getMessage());
      Assertions.assertNotEquals(CompressionException.Kind.OUT_OF_MEMORY, e.kind(), e.getMessage());
      return -2L - e.kind().name().length();
    }
  }
}
