// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.testing.Soak;
import dev.segue.compression.testing.TestData;
import dev.segue.compression.testing.TestData.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every combination of memory kinds, and every code path that depends on the size.
class CodecRoundTripTest {

  /// The boundary sizes of a block, and of the direct, the staged and the piecewise path.
  private static final int[] LENGTHS = {
    0,
    1,
    100,
    1000,
    20_000,
    TestData.BLOCK - 1,
    TestData.BLOCK,
    TestData.BLOCK + 1,
    1 << 20,
    (1 << 20) + 1,
    Soak.IS_ON ? 3_000_000 : 1_200_000
  };

  private enum Memory {
    HEAP,
    NATIVE;

    MemorySegment allocate(Arena arena, long length) {
      return this == HEAP
          ? MemorySegment.ofArray(new byte[Math.toIntExact(length)])
          : arena.allocate(length);
    }
  }

  static List<Arguments> cases() {
    List<Arguments> cases = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      for (int length : LENGTHS) {
        cases.add(Arguments.of(kind, length));
      }
    }
    return cases;
  }

  @ParameterizedTest
  @MethodSource("cases")
  void roundTrips(Kind kind, int length) {
    byte[] content = TestData.of(kind, length);
    for (int level : new int[] {-5, 3, 7, 12}) {
      if (level > 3 && length > TestData.BLOCK + 1) {
        continue;
      }
      Codec codec = Codec.zstd(level);
      for (Memory source : Memory.values()) {
        for (Memory destination : Memory.values()) {
          roundTrip(codec, content, source, destination);
        }
      }
    }
  }

  private static void roundTrip(Codec codec, byte[] content, Memory from, Memory to) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = from.allocate(arena, content.length);
      MemorySegment.copy(content, 0, source, ValueLayout.JAVA_BYTE, 0, content.length);
      MemorySegment compressed = to.allocate(arena, codec.maxCompressedLength(content.length));

      long written = codec.compress(source, compressed);

      MemorySegment frame = compressed.asSlice(0, written);
      assertEquals(content.length, codec.decompressedLength(frame));
      MemorySegment exact = from.allocate(arena, content.length);
      assertEquals(content.length, codec.decompress(frame, exact));
      assertArrayEquals(content, exact.toArray(ValueLayout.JAVA_BYTE));
      MemorySegment roomy = from.allocate(arena, content.length + 3_000_000L);
      assertEquals(content.length, codec.decompress(frame, roomy));
      assertEquals(-1, source.mismatch(roomy.asSlice(0, content.length)));
    }
  }

  @Test
  void worksOnSlicesAndOnArraysOfOtherTypes() {
    Codec codec = Codec.zstd();
    long[] longs = new long[5000];
    for (int i = 0; i < longs.length; i++) {
      longs[i] = i / 7;
    }
    MemorySegment source = MemorySegment.ofArray(longs).asSlice(24, 30_001);
    MemorySegment compressed = MemorySegment.ofArray(new int[10_000]).asSlice(12);
    long written = codec.compress(source, compressed);
    MemorySegment back = MemorySegment.ofArray(new char[20_000]).asSlice(2);
    assertEquals(30_001, codec.decompress(compressed.asSlice(0, written), back));
    assertEquals(-1, source.mismatch(back.asSlice(0, 30_001)));
  }

  @Test
  void levelChangesTheResultOfItsOwnCallOnly() {
    MemorySegment source = MemorySegment.ofArray(TestData.of(Kind.JSON, 100_000));
    MemorySegment out = MemorySegment.ofArray(new byte[200_000]);
    long fast = Codec.zstd(1).compress(source, out);
    long strong = Codec.zstd(19).compress(source, out);
    assertTrue(strong < fast, "strong=" + strong + " fast=" + fast);
    assertEquals(fast, Codec.zstd(1).compress(source, out));
  }
}
