// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.ZstdCompressor.EndDirective;
import dev.segue.compression.testing.TestData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// The state that a compressor and a decompressor keep from one frame to the next.
class ZstdStreamStateTest {

  private static final ZstdOptions DEFAULTS = ZstdOptions.defaults();

  private static byte[] frame(ZstdCompressor compressor, byte[] content) {
    byte[] out = new byte[content.length + 1000];
    long written =
        compressor.step(
            MemorySegment.ofArray(content), MemorySegment.ofArray(out), EndDirective.END);
    assertTrue(compressor.isComplete());
    return MemorySegment.ofArray(out).asSlice(0, written).toArray(ValueLayout.JAVA_BYTE);
  }

  private static byte[] content(ZstdDecompressor decompressor, byte[] frame, int length) {
    byte[] out = new byte[length];
    assertEquals(
        length, decompressor.step(MemorySegment.ofArray(frame), MemorySegment.ofArray(out)));
    assertTrue(decompressor.isFrameComplete());
    return out;
  }

  @Nested
  class APrefix {

    private final byte[] content = TestData.of(TestData.Kind.RANDOM, 20_000);
    private final MemorySegment prefix = MemorySegment.ofArray(content.clone());

    @Test
    void isDroppedWithItsFrame() {
      try (ZstdCompressor compressor = ZstdCompressor.create(DEFAULTS)) {
        compressor.begin(content.length, prefix);
        compressor.begin(content.length);
        byte[] frame = frame(compressor, content);
        assertArrayEquals(content, Codec.zstd().decompress(frame, content.length));
      }
    }

    @Test
    void isDroppedWhenTheReaderIsReset() {
      byte[] patch;
      try (ZstdCompressor compressor = ZstdCompressor.create(DEFAULTS)) {
        compressor.begin(content.length, prefix);
        patch = frame(compressor, content);
        assertTrue(patch.length < 1000, "length=" + patch.length);
      }
      try (ZstdDecompressor decompressor = ZstdDecompressor.create(DEFAULTS)) {
        decompressor.begin(prefix);
        decompressor.begin();
        assertThrows(
            CompressionException.class, () -> content(decompressor, patch, content.length));
      }
    }

    @Test
    void dictionaryAppliesToLaterFrames() {
      byte[] value = TestData.of(TestData.Kind.RANDOM, 2_000);
      try (ZstdDictionary dictionary = ZstdDictionary.of(MemorySegment.ofArray(value))) {
        ZstdOptions options = DEFAULTS.withDictionary(dictionary);
        try (ZstdCompressor compressor = ZstdCompressor.create(options);
            ZstdDecompressor decompressor = ZstdDecompressor.create(options)) {
          for (boolean anew : new boolean[] {true, false}) {
            compressor.begin(content.length, prefix);
            decompressor.begin(prefix);
            byte[] patch = frame(compressor, content);
            assertArrayEquals(content, content(decompressor, patch, content.length));
            if (anew) {
              compressor.begin(value.length);
              decompressor.begin();
            }
            byte[] small = frame(compressor, value);
            assertTrue(small.length < 100, "length=" + small.length);
            assertArrayEquals(value, content(decompressor, small, value.length));
          }
        }
      }
    }
  }

  @Test
  void frameOfUnknownLengthNeedsNoLengthOrTheConstant() {
    byte[] content = TestData.of(TestData.Kind.TEXT, 3000);
    try (ZstdCompressor compressor = ZstdCompressor.create(DEFAULTS)) {
      compressor.begin();
      byte[] first = streamed(compressor, content);
      compressor.begin(Codec.UNKNOWN_LENGTH);
      byte[] second = streamed(compressor, content);
      compressor.begin(content.length);
      byte[] known = streamed(compressor, content);
      assertArrayEquals(first, second);
      assertEquals(
          Codec.UNKNOWN_LENGTH, ZstdFrame.at(MemorySegment.ofArray(first), 0).contentLength());
      assertEquals(content.length, ZstdFrame.at(MemorySegment.ofArray(known), 0).contentLength());
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> compressor.begin(-2));
      assertTrue(String.valueOf(e.getMessage()).contains("UNKNOWN_LENGTH"), e.toString());
    }
  }

  /// A frame in two steps: with all content in one step, libzstd would know the length anyway.
  private static byte[] streamed(ZstdCompressor compressor, byte[] content) {
    MemorySegment out = MemorySegment.ofArray(new byte[content.length + 1000]);
    MemorySegment source = MemorySegment.ofArray(content);
    long written = compressor.step(source.asSlice(0, 10), out, EndDirective.CONTINUE);
    written += compressor.step(source.asSlice(10), out.asSlice(written), EndDirective.END);
    return out.asSlice(0, written).toArray(ValueLayout.JAVA_BYTE);
  }

  @Nested
  class ThatCannotBegin {

    private final MemorySegment content =
        MemorySegment.ofArray(TestData.of(TestData.Kind.JSON, 4000));

    @Test
    void leaveNoStateBehind() {
      try (Arena arena = Arena.ofConfined();
          ZstdDictionary dictionary = ZstdDictionary.copyInto(content, 3, arena)) {
        ZstdOptions options = DEFAULTS.withLevel(5).withDictionary(dictionary);
        CompressionMemory.releaseIdle();
        long before = CompressionMemory.bytesInUse();
        for (int i = 0; i < 1000; i++) {
          assertThrows(IllegalArgumentException.class, () -> ZstdCompressor.create(options));
        }
        CompressionMemory.releaseIdle();
        assertEquals(before, CompressionMemory.bytesInUse());
      }
    }

    @Test
    void leaveNoStateBehindInTheReader() {
      Arena arena = Arena.ofConfined();
      ZstdDictionary dictionary = ZstdDictionary.copyInto(content, 3, arena);
      arena.close();
      ZstdOptions options = DEFAULTS.withDictionary(dictionary);
      CompressionMemory.releaseIdle();
      long before = CompressionMemory.bytesInUse();
      for (int i = 0; i < 1000; i++) {
        assertThrows(IllegalStateException.class, () -> ZstdDecompressor.create(options));
        assertThrows(IllegalStateException.class, () -> ZstdCompressor.create(options));
      }
      CompressionMemory.releaseIdle();
      assertEquals(before, CompressionMemory.bytesInUse());
      dictionary.close();
    }
  }

  @Nested
  class AfterAFailure {

    private static final int BLOCKS = 5;

    @Test
    void decompressorMustBeReset() {
      byte[] content = TestData.of(TestData.Kind.TEXT, BLOCKS * TestData.BLOCK);
      byte[] frame = Codec.zstd(DEFAULTS.withChecksum(true)).compress(content);
      byte[] broken = frame.clone();
      // A block of an invalid type.
      broken[thirdBlock(frame)] |= 6;
      try (ZstdDecompressor decompressor = ZstdDecompressor.create(DEFAULTS)) {
        MemorySegment out = MemorySegment.ofArray(new byte[content.length]);
        CompressionException e =
            assertThrows(CompressionException.class, () -> readAll(decompressor, broken, out));
        assertEquals(CompressionException.Kind.MALFORMED_INPUT, e.kind());
        IllegalStateException refusal =
            assertThrows(
                IllegalStateException.class,
                () -> decompressor.step(MemorySegment.ofArray(new byte[10]), out));
        assertTrue(String.valueOf(refusal.getMessage()).contains("begin"), refusal.toString());
        decompressor.begin();
        readAll(decompressor, frame, out);
        assertEquals(-1, MemorySegment.ofArray(content).mismatch(out));
      }
    }

    private static int thirdBlock(byte[] frame) {
      MemorySegment source = MemorySegment.ofArray(frame);
      int at = ZstdFrame.at(source, 0).headerLength();
      for (int i = 0; i < 2; i++) {
        int header =
            source.get(ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), at);
        assertEquals(2, (header >>> 1) & 3, "a compressed block");
        at += 3 + ((header & 0xFFFFFF) >>> 3);
      }
      return at;
    }

    private static void readAll(ZstdDecompressor decompressor, byte[] frame, MemorySegment out) {
      MemorySegment rest = MemorySegment.ofArray(frame);
      long written = 0;
      do {
        written += decompressor.step(rest, out.asSlice(written));
        rest = rest.asSlice(decompressor.consumed());
      } while (!decompressor.isFrameComplete());
    }

    @Test
    void compressorMustBeReset() {
      byte[] content = TestData.of(TestData.Kind.TEXT, 5000);
      MemorySegment source = MemorySegment.ofArray(content);
      MemorySegment out = MemorySegment.ofArray(new byte[10_000]);
      try (ZstdCompressor compressor = ZstdCompressor.create(DEFAULTS)) {
        compressor.begin(5001);
        compressor.step(source, out, EndDirective.CONTINUE);
        assertThrows(
            CompressionException.class,
            () -> compressor.step(MemorySegment.NULL, out, EndDirective.END));
        IllegalStateException refusal =
            assertThrows(
                IllegalStateException.class,
                () -> compressor.step(MemorySegment.NULL, out, EndDirective.END));
        assertTrue(String.valueOf(refusal.getMessage()).contains("begin"), refusal.toString());
        compressor.begin();
        byte[] frame = frame(compressor, content);
        assertArrayEquals(content, Codec.zstd().decompress(frame, content.length));
      }
    }
  }
}
