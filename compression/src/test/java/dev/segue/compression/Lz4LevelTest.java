// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.TestData;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// The levels of LZ4: acceleration below 1, LZ4 HC above.
class Lz4LevelTest {

  private static final List<IntFunction<Codec>> FACTORIES = List.of(Codec::lz4, Codec::lz4Raw);

  private final byte[] content = TestData.of(TestData.Kind.JSON, 200_000);

  @Test
  void higherLevelsCompressBetter() {
    for (IntFunction<Codec> factory : FACTORIES) {
      int accelerated = factory.apply(-50).compress(content).length;
      int fast = factory.apply(1).compress(content).length;
      int high = factory.apply(3).compress(content).length;
      int highest = factory.apply(12).compress(content).length;
      String lengths = accelerated + " " + fast + " " + high + " " + highest;
      assertTrue(accelerated > fast && fast > high && high > highest, lengths);
    }
  }

  @Test
  void zeroAndOneAreTheDefault() {
    assertArrayEquals(Codec.lz4().compress(content), Codec.lz4(1).compress(content));
    assertArrayEquals(Codec.lz4().compress(content), Codec.lz4(0).compress(content));
    assertEquals("Codec.lz4()", Codec.lz4(1).toString());
    assertEquals("Codec.lz4Raw(12)", Codec.lz4Raw(12).toString());
  }

  @Test
  void otherLevelsAreRefused() {
    for (IntFunction<Codec> factory : FACTORIES) {
      for (int level : new int[] {-65_537, 13, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
        assertThrows(IllegalArgumentException.class, () -> factory.apply(level));
      }
      for (int level : new int[] {-65_536, 12}) {
        byte[] compressed = factory.apply(level).compress(content);
        assertArrayEquals(content, factory.apply(1).decompress(compressed, content.length));
      }
    }
  }

  @Test
  void tooSmallDestinationIsTheSameErrorAtAllLevels() {
    for (int level : new int[] {-5, 1, 2, 9, 12}) {
      Codec codec = Codec.lz4Raw(level);
      for (int length : new int[] {1, 12, 13, 200_000}) {
        MemorySegment source = MemorySegment.ofArray(TestData.of(TestData.Kind.RANDOM, length));
        MemorySegment out = MemorySegment.ofArray(new byte[length]);
        CompressionException e =
            assertThrows(CompressionException.class, () -> codec.compress(source, out));
        assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
      }
    }
  }

  @Test
  void stateOfHighLevelsIsCountedAndReleased() {
    CompressionMemory.releaseIdle();
    long before = CompressionMemory.bytesInUse();
    byte[] compressed = Codec.lz4(9).compress(content);
    assertTrue(CompressionMemory.bytesInUse() - before > 256 << 10);
    CompressionMemory.releaseIdle();
    assertEquals(before, CompressionMemory.bytesInUse());
    assertArrayEquals(content, Codec.lz4().decompress(compressed, content.length));
  }
}
