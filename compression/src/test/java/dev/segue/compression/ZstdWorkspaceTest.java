// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.ZstdCompressor.EndDirective;
import dev.segue.compression.testing.TestData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Contexts in the caller's memory.
class ZstdWorkspaceTest {

  private static final ZstdOptions OPTIONS = ZstdOptions.defaults().withChecksum(true);
  private static final ZstdOptions SMALL_WINDOW =
      ZstdOptions.defaults().withDecompressWindowLogMax(21);

  private static MemorySegment workspace(Arena arena, long length) {
    return arena.allocate(length, 8);
  }

  @ParameterizedTest
  @ValueSource(ints = {-5, 1, 3, 9, 19})
  void takeNoOtherMemoryAtAnyLevel(int level) {
    ZstdOptions options = OPTIONS.withLevel(level);
    byte[] bytes = TestData.of(TestData.Kind.JSON, level > 9 ? 500_000 : 3_000_000);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment content = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
      MemorySegment frame = arena.allocate(Codec.zstd().maxCompressedLength(bytes.length));
      MemorySegment back = arena.allocate(bytes.length);
      MemorySegment memory = workspace(arena, ZstdCompressor.workspaceLength(options));
      ZstdOptions reading = OPTIONS.withDecompressWindowLogMax(23);
      MemorySegment other = workspace(arena, ZstdDecompressor.workspaceLength(reading));
      CompressionMemory.releaseIdle();
      long before = CompressionMemory.bytesInUse();
      try (ZstdCompressor compressor = ZstdCompressor.create(options, memory);
          ZstdDecompressor decompressor = ZstdDecompressor.create(reading, other)) {
        for (int round = 0; round < 2; round++) {
          long written = compressor.step(content, frame, EndDirective.END);
          assertTrue(compressor.isComplete());
          assertEquals(bytes.length, ZstdFrame.at(frame, 0).contentLength());
          long read = 0;
          long taken = 0;
          while (taken < written || !decompressor.isFrameComplete()) {
            long portion = Math.min(100_000, written - taken);
            read += decompressor.step(frame.asSlice(taken, portion), back.asSlice(read));
            taken += decompressor.consumed();
          }
          assertEquals(bytes.length, read);
          assertEquals(-1, back.mismatch(content));
          assertEquals(before, CompressionMemory.bytesInUse());
        }
        back.fill((byte) 0);
      }
      assertEquals(before, CompressionMemory.bytesInUse());
    }
  }

  @Test
  void writeTheSameBytesAsPooledContexts() {
    byte[] bytes = TestData.of(TestData.Kind.TEXT, 200_000);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment content = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes);
      MemorySegment frame = arena.allocate(300_000);
      MemorySegment memory = workspace(arena, ZstdCompressor.workspaceLength(OPTIONS));
      try (ZstdCompressor compressor = ZstdCompressor.create(OPTIONS, memory)) {
        long written = compressor.step(content, frame, EndDirective.END);
        assertArrayEquals(
            Codec.zstd(OPTIONS).compress(bytes),
            frame.asSlice(0, written).toArray(ValueLayout.JAVA_BYTE));
      }
    }
  }

  @Test
  void unsuitableMemoryIsRefused() {
    long length = ZstdCompressor.workspaceLength(OPTIONS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = workspace(arena, length + 8);
      MemorySegment heap = MemorySegment.ofArray(new long[(int) (length / 8) + 1]);
      for (MemorySegment wrong :
          new MemorySegment[] {
            memory.asSlice(0, length - 1), memory.asSlice(1, length), memory.asReadOnly(), heap
          }) {
        assertThrows(IllegalArgumentException.class, () -> ZstdCompressor.create(OPTIONS, wrong));
      }
      ZstdCompressor.create(OPTIONS, memory).close();
    }
  }

  @Test
  void memoryInUseByAContextIsRefused() {
    long length = ZstdCompressor.workspaceLength(OPTIONS);
    try (Arena arena = Arena.ofConfined()) {
      long next = (length + 7) / 8 * 8;
      MemorySegment memory = workspace(arena, next + length);
      ZstdCompressor first = ZstdCompressor.create(OPTIONS, memory.asSlice(0, length));
      MemorySegment across = memory.asSlice(length / 16 * 8, length);
      assertThrows(IllegalStateException.class, () -> ZstdCompressor.create(OPTIONS, across));
      assertThrows(IllegalStateException.class, () -> ZstdCompressor.create(OPTIONS, memory));
      ZstdCompressor.create(OPTIONS, memory.asSlice(next, length)).close();
      first.close();
      first.close();
      ZstdCompressor.create(OPTIONS, across).close();
    }
  }

  @Test
  void segmentsInTheWorkspaceOrOnTheHeapAreRefused() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = workspace(arena, ZstdCompressor.workspaceLength(OPTIONS));
      MemorySegment out = arena.allocate(1000);
      MemorySegment heap = MemorySegment.ofArray(new byte[100]);
      try (ZstdCompressor compressor = ZstdCompressor.create(OPTIONS, memory)) {
        for (MemorySegment wrong : new MemorySegment[] {heap, memory.asSlice(500, 100)}) {
          assertThrows(
              IllegalArgumentException.class, () -> compressor.step(wrong, out, EndDirective.END));
          assertThrows(
              IllegalArgumentException.class, () -> compressor.step(out, wrong, EndDirective.END));
        }
        assertThrows(IllegalArgumentException.class, () -> compressor.begin(-1, out));
        assertTrue(compressor.step(out.asSlice(0, 10), out.asSlice(500), EndDirective.END) > 0);
      }
      MemorySegment other = workspace(arena, ZstdDecompressor.workspaceLength(SMALL_WINDOW));
      try (ZstdDecompressor decompressor = ZstdDecompressor.create(SMALL_WINDOW, other)) {
        MemorySegment within = other.asSlice(500, 100);
        assertThrows(IllegalArgumentException.class, () -> decompressor.step(out, within));
        assertThrows(IllegalArgumentException.class, () -> decompressor.step(heap, out));
        assertThrows(IllegalArgumentException.class, () -> decompressor.begin(out));
      }
    }
  }

  @Test
  void useOfAFreedWorkspaceIsAnException() {
    MemorySegment out = Arena.ofAuto().allocate(1000);
    Arena arena = Arena.ofConfined();
    ZstdCompressor compressor =
        ZstdCompressor.create(OPTIONS, workspace(arena, ZstdCompressor.workspaceLength(OPTIONS)));
    ZstdDecompressor decompressor =
        ZstdDecompressor.create(
            SMALL_WINDOW, workspace(arena, ZstdDecompressor.workspaceLength(SMALL_WINDOW)));
    MemorySegment first = out.asSlice(0, 100);
    MemorySegment second = out.asSlice(100);
    compressor.step(first, second, EndDirective.CONTINUE);
    first.copyFrom(MemorySegment.ofArray(Codec.zstd().compress(new byte[1000])).asSlice(0, 15));
    arena.close();
    assertThrows(
        IllegalStateException.class, () -> compressor.step(first, second, EndDirective.CONTINUE));
    assertThrows(IllegalStateException.class, () -> compressor.begin(-1));
    assertThrows(IllegalStateException.class, () -> decompressor.step(first, second));
    assertThrows(IllegalStateException.class, decompressor::begin);
    compressor.close();
    decompressor.close();
    assertThrows(IllegalStateException.class, () -> decompressor.step(first, second));
  }

  @Test
  void workspaceFreedWithoutClosingCanBeReused() {
    long length = ZstdCompressor.workspaceLength(OPTIONS);
    MemorySegment memory = workspace(Arena.ofAuto(), length);
    // The same addresses in a different arena, as the next allocation may get them.
    Arena arena = Arena.ofConfined();
    ZstdCompressor forgotten = ZstdCompressor.create(OPTIONS, again(memory, arena));
    assertThrows(IllegalStateException.class, () -> ZstdCompressor.create(OPTIONS, memory));
    arena.close();
    try (ZstdCompressor compressor = ZstdCompressor.create(OPTIONS, memory)) {
      forgotten.close();
      assertThrows(IllegalStateException.class, () -> ZstdCompressor.create(OPTIONS, memory));
      compressor.begin(-1);
    }
  }

  @SuppressWarnings("restricted")
  private static MemorySegment again(MemorySegment memory, Arena arena) {
    return MemorySegment.ofAddress(memory.address()).reinterpret(memory.byteSize(), arena, null);
  }

  @Test
  void windowBeyondTheWorkspaceExceedsTheLimit() {
    byte[] bytes = TestData.of(TestData.Kind.TEXT, 4_000_000);
    ZstdOptions wide = ZstdOptions.defaults().with(ZstdCompressionParameter.WINDOW_LOG, 22);
    byte[] frame = Codec.zstd(wide).compress(bytes);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_BYTE, frame);
      MemorySegment some = arena.allocate(1000);
      MemorySegment memory = workspace(arena, ZstdDecompressor.workspaceLength(SMALL_WINDOW));
      try (ZstdDecompressor decompressor = ZstdDecompressor.create(SMALL_WINDOW, memory)) {
        CompressionException e =
            assertThrows(CompressionException.class, () -> decompressor.step(source, some));
        assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
      }
    }
  }

  @Test
  void workersAreRefusedWithAWorkspace() {
    ZstdOptions threaded = OPTIONS.withWorkers(2);
    assertThrows(IllegalArgumentException.class, () -> ZstdCompressor.workspaceLength(threaded));
    MemorySegment memory = workspace(Arena.ofAuto(), 10_000_000);
    assertThrows(IllegalArgumentException.class, () -> ZstdCompressor.create(threaded, memory));
  }

  @Test
  void dictionaryInTheSameArenaTakesNoOtherMemory() {
    byte[] content = TestData.of(TestData.Kind.JSON, 8000);
    byte[] message = TestData.of(TestData.Kind.JSON, 300);
    int plain = Codec.zstd(OPTIONS).compress(message).length;
    try (Arena arena = Arena.ofShared()) {
      MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_BYTE, message);
      MemorySegment out = arena.allocate(1000);
      MemorySegment back = arena.allocate(300);
      CompressionMemory.releaseIdle();
      try (ZstdDictionary dictionary =
          ZstdDictionary.copyInto(MemorySegment.ofArray(content), 3, arena)) {
        ZstdOptions options = OPTIONS.withDictionary(dictionary).withDecompressWindowLogMax(20);
        try (ZstdCompressor compressor =
                ZstdCompressor.create(
                    options, workspace(arena, ZstdCompressor.workspaceLength(options)));
            ZstdDecompressor decompressor =
                ZstdDecompressor.create(
                    options, workspace(arena, ZstdDecompressor.workspaceLength(options)))) {
          long written = compressor.step(source, out, EndDirective.END);
          assertTrue(written < plain);
          assertEquals(300, decompressor.step(out.asSlice(0, written), back));
          assertEquals(-1, back.mismatch(source));
          assertEquals(0, CompressionMemory.bytesInUse());
          Codec pooled = Codec.zstd(options);
          assertArrayEquals(message, pooled.decompress(pooled.compress(message), 300));
        }
        assertThrows(
            IllegalArgumentException.class,
            () -> Codec.zstd(options.withLevel(5)).compress(message));
      }
    }
  }
}
