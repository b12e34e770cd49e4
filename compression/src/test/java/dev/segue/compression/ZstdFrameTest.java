// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.TestData;
import dev.segue.compression.testing.Tool;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdFrameTest {

  private static final ZstdOptions DEFAULTS = ZstdOptions.defaults();

  @Test
  void framesAndSkippableFramesAreListed() {
    byte[] content = TestData.of(TestData.Kind.TEXT, 5000);
    byte[] first = Codec.zstd(DEFAULTS.withChecksum(true)).compress(content);
    byte[] second = Codec.zstd(DEFAULTS.withContentSize(false)).compress(content);
    MemorySegment all = MemorySegment.ofArray(new byte[20_000]);
    MemorySegment note = MemorySegment.ofArray(new byte[] {1, 2, 3});
    MemorySegment.copy(first, 0, all, ValueLayout.JAVA_BYTE, 0, first.length);
    long skippable = ZstdFrame.writeSkippable(note, 5, all.asSlice(first.length));
    long end = first.length + skippable + second.length;
    MemorySegment.copy(
        second, 0, all, ValueLayout.JAVA_BYTE, first.length + skippable, second.length);
    MemorySegment frames = all.asSlice(0, end);

    List<ZstdFrame> list = ZstdFrame.list(frames);

    assertEquals(3, list.size());
    assertEquals(5000, list.get(0).contentLength());
    assertTrue(list.get(0).hasChecksum());
    assertFalse(list.get(0).isSkippable());
    assertEquals(5, list.get(1).magicVariant());
    assertEquals(11, list.get(1).compressedLength());
    assertEquals(-1, list.get(1).skippableBytes(frames).mismatch(note));
    assertEquals(-1, list.get(0).magicVariant());
    assertEquals(first.length, list.get(0).compressedLength());
    assertEquals(Codec.UNKNOWN_LENGTH, list.get(2).contentLength());
    assertEquals(first.length + skippable, list.get(2).offset());
    ZstdFrame again = ZstdFrame.at(frames, 0);
    assertEquals(list.get(0), again);
    assertEquals(list.get(0).hashCode(), again.hashCode());
    assertNotEquals(list.get(0), list.get(2));
    assertTrue(again.toString().contains("contentLength=5000"), again.toString());
    assertEquals(-1, list.get(2).contentLength());
    assertFalse(list.get(2).hasChecksum());
    assertTrue(list.get(2).windowLength() >= 5000);
    byte[] bytes = frames.toArray(ValueLayout.JAVA_BYTE);
    byte[] back = Codec.zstd().decompress(bytes, 10_000);
    assertArrayEquals(content, Arrays.copyOfRange(back, 5000, 10_000));
    assertArrayEquals(back, Tool.require("zstd").run(bytes, "-d", "-c"));
    assertThrows(IllegalStateException.class, () -> list.get(0).skippableBytes(frames));
    assertThrows(CompressionException.class, () -> ZstdFrame.at(frames, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> ZstdFrame.at(frames, end + 1));
  }

  @Nested
  class InPlace {

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, TestData.BLOCK, 3_000_000})
    void contentOverwritesTheFrames(int length) {
      for (TestData.Kind kind : TestData.Kind.values()) {
        byte[] content = TestData.of(kind, length);
        byte[] frame = Codec.zstd(DEFAULTS.withChecksum(true)).compress(content);
        try (Arena arena = Arena.ofConfined()) {
          MemorySegment frames = arena.allocateFrom(ValueLayout.JAVA_BYTE, frame);
          long size = Math.max(length + ZstdFrame.inPlaceMargin(frames), frame.length);
          MemorySegment buffer = arena.allocate(size);
          buffer.asSlice(size - frame.length).copyFrom(frames);
          assertEquals(length, ZstdFrame.decompressInPlace(buffer, frame.length, DEFAULTS));
          assertEquals(-1, buffer.asSlice(0, length).mismatch(MemorySegment.ofArray(content)));
        }
      }
    }

    @Test
    void isRefusedWithoutTheMargin() {
      byte[] frame = Codec.zstd().compress(TestData.of(TestData.Kind.TEXT, 300_000));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment buffer = arena.allocate(300_010);
        buffer.asSlice(300_010 - frame.length).copyFrom(MemorySegment.ofArray(frame));
        CompressionException e =
            assertThrows(
                CompressionException.class,
                () -> ZstdFrame.decompressInPlace(buffer, frame.length, DEFAULTS));
        assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
        assertThrows(
            IllegalArgumentException.class,
            () -> ZstdFrame.decompressInPlace(buffer.asReadOnly(), frame.length, DEFAULTS));
        assertThrows(
            IllegalArgumentException.class,
            () ->
                ZstdFrame.decompressInPlace(
                    MemorySegment.ofArray(new byte[400_000]), frame.length, DEFAULTS));
        assertThrows(
            IndexOutOfBoundsException.class,
            () -> ZstdFrame.decompressInPlace(buffer, 300_011, DEFAULTS));
      }
    }
  }

  @Nested
  class Seekable {

    private final byte[] content = TestData.of(TestData.Kind.JSON, 1_000_003);

    private MemorySegment compressed(int frameContentLength) {
      MemorySegment out =
          MemorySegment.ofArray(
              new byte[(int) ZstdSeekable.maxCompressedLength(content.length, frameContentLength)]);
      long written =
          ZstdSeekable.compress(
              MemorySegment.ofArray(content), out, DEFAULTS.withChecksum(true), frameContentLength);
      return out.asSlice(0, written);
    }

    @ParameterizedTest
    @ValueSource(ints = {10_000, 131_072, 2_000_000})
    void anyPartCanBeReadWithoutTheRest(int frameContentLength) {
      ZstdSeekable seekable = ZstdSeekable.open(compressed(frameContentLength));
      assertEquals(content.length, seekable.contentLength());
      long seed = 7;
      Random random = new Random(seed);
      for (int i = 0; i < 300; i++) {
        int offset = random.nextInt(content.length + 1);
        int length = random.nextInt(i % 10 == 0 ? 500_000 : 2000);
        MemorySegment part = MemorySegment.ofArray(new byte[length]);
        long read = seekable.read(offset, part);
        assertEquals(Math.min(length, content.length - offset), read, "seed=" + seed);
        MemorySegment expected = MemorySegment.ofArray(content).asSlice(offset, read);
        assertEquals(-1, expected.mismatch(part.asSlice(0, read)), "seed=" + seed + " i=" + i);
      }
      assertThrows(
          IndexOutOfBoundsException.class,
          () -> seekable.read(content.length + 1L, MemorySegment.ofArray(new byte[1])));
    }

    @Test
    void plainDecoderReadsTheWholeContent() {
      byte[] bytes = compressed(50_000).toArray(ValueLayout.JAVA_BYTE);
      assertArrayEquals(content, Codec.zstd().decompress(bytes, content.length));
      assertArrayEquals(content, Tool.require("zstd").run(bytes, "-d", "-c"));
    }

    @Test
    void emptyContentIsOnlyATable() {
      MemorySegment out = MemorySegment.ofArray(new byte[100]);
      long written = ZstdSeekable.compress(MemorySegment.ofArray(new byte[0]), out, DEFAULTS, 1000);
      assertEquals(17, written);
      ZstdSeekable seekable = ZstdSeekable.open(out.asSlice(0, written));
      assertEquals(0, seekable.contentLength());
      assertEquals(0, seekable.read(0, MemorySegment.ofArray(new byte[10])));
    }
  }
}
