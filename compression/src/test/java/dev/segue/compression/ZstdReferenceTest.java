// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.ZstdCompressor.EndDirective;
import dev.segue.compression.testing.Soak;
import dev.segue.compression.testing.TestData;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Dictionaries that are not copied, and prefixes that other threads may still be reading.
@Tag("jit")
class ZstdReferenceTest {

  private static final byte[] CONTENT = TestData.of(TestData.Kind.JSON, 20_000);
  private static final byte[] MESSAGE = TestData.of(TestData.Kind.JSON, 700);

  private static Codec codec(ZstdDictionary dictionary) {
    return Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary));
  }

  @Test
  void referenceWorksLikeACopyWithoutItsMemory(@TempDir Path directory) throws IOException {
    Path file = Files.write(directory.resolve("dictionary"), CONTENT);
    try (Arena arena = Arena.ofShared();
        FileChannel channel = FileChannel.open(file);
        ZstdDictionary copy = ZstdDictionary.load(file)) {
      MemorySegment mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      long before = CompressionMemory.bytesInUse();
      try (ZstdDictionary reference = ZstdDictionary.referringTo(mapped)) {
        assertEquals(before, CompressionMemory.bytesInUse());
        byte[] frame = codec(reference).compress(MESSAGE);
        assertArrayEquals(codec(copy).compress(MESSAGE), frame);
        assertArrayEquals(MESSAGE, codec(reference).decompress(frame, 1000));
        assertArrayEquals(MESSAGE, codec(copy).decompress(frame, 1000));
        assertArrayEquals(CONTENT, reference.toByteArray());
      }
    }
  }

  @Test
  void arenaStaysOpenDuringCallsAndLaterCallsFail() {
    Arena arena = Arena.ofShared();
    ZstdDictionary dictionary =
        ZstdDictionary.referringTo(arena.allocateFrom(ValueLayout.JAVA_BYTE, CONTENT));
    Codec codec = codec(dictionary);
    byte[] frame = codec.compress(MESSAGE);
    try (ZstdCompressor compressor =
            ZstdCompressor.create(ZstdOptions.defaults().withDictionary(dictionary));
        ZstdDecompressor decompressor =
            ZstdDecompressor.create(ZstdOptions.defaults().withDictionary(dictionary))) {
      MemorySegment message = MemorySegment.ofArray(MESSAGE);
      MemorySegment out = MemorySegment.ofArray(new byte[1000]);
      compressor.step(message, out, EndDirective.CONTINUE);
      arena.close();
      assertThrows(
          IllegalStateException.class, () -> compressor.step(message, out, EndDirective.END));
      assertThrows(
          IllegalStateException.class, () -> decompressor.step(MemorySegment.ofArray(frame), out));
    }
    assertThrows(IllegalStateException.class, () -> codec.compress(MESSAGE));
    assertThrows(IllegalStateException.class, () -> codec.decompress(frame, 1000));
    assertThrows(IllegalStateException.class, dictionary::toByteArray);
    dictionary.close();
    assertArrayEquals(MESSAGE, Codec.zstd().decompress(Codec.zstd().compress(MESSAGE), 1000));
  }

  /// Long enough for a call of at least a tenth of a second at level 19.
  private static final int LARGE = 500_000;

  private static final long PATIENCE_NANOS = 300_000_000_000L;

  @Test
  void closingItsArenaDuringACallIsRefused() throws InterruptedException {
    Arena apart = Arena.ofAuto();
    MemorySegment large =
        apart.allocateFrom(ValueLayout.JAVA_BYTE, TestData.of(TestData.Kind.TEXT, LARGE));
    boolean refused = false;
    long end = System.nanoTime() + PATIENCE_NANOS;
    for (int turn = 0; !refused && System.nanoTime() - end < 0; turn++) {
      refused = isClosingRefused(large, 10 * (turn % 100));
    }
    assertTrue(refused, "no call was met");
  }

  /// Closes the arena some time after a call has begun on another thread. If the call does not hold
  /// the arena yet, or has ended, the arena is closed.
  private static boolean isClosingRefused(MemorySegment large, int millis)
      throws InterruptedException {
    Arena arena = Arena.ofShared();
    MemorySegment content = arena.allocateFrom(ValueLayout.JAVA_BYTE, CONTENT);
    try (ZstdDictionary dictionary = ZstdDictionary.referringTo(content)) {
      Codec codec = Codec.zstd(ZstdOptions.defaults().withLevel(19).withDictionary(dictionary));
      MemorySegment out = Arena.ofAuto().allocate(codec.maxCompressedLength(LARGE));
      AtomicReference<Throwable> failure = new AtomicReference<>();
      Thread user =
          Thread.ofPlatform()
              .uncaughtExceptionHandler((_, e) -> failure.set(e))
              .start(() -> codec.compress(large, out));
      Thread.sleep(millis);
      try {
        arena.close();
        user.join();
        return false;
      } catch (IllegalStateException e) {
        user.join();
      }
      assertNull(failure.get());
      arena.close();
      assertThrows(IllegalStateException.class, () -> codec.compress(large, out));
      return true;
    }
  }

  @Test
  void dictionaryInAConfinedArenaIsConfined() throws InterruptedException {
    try (Arena arena = Arena.ofConfined();
        ZstdDictionary dictionary =
            ZstdDictionary.referringTo(arena.allocateFrom(ValueLayout.JAVA_BYTE, CONTENT))) {
      Codec codec = codec(dictionary);
      assertArrayEquals(MESSAGE, codec.decompress(codec.compress(MESSAGE), 1000));
      AtomicReference<Throwable> thrown = new AtomicReference<>();
      Thread.ofPlatform()
          .uncaughtExceptionHandler((_, e) -> thrown.set(e))
          .start(() -> codec.compress(MESSAGE))
          .join();
      assertTrue(thrown.get() instanceof WrongThreadException, "thrown=" + thrown.get());
    }
  }

  @Test
  void valueOfAnIncompatibleTypeIsRefused() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment content = arena.allocateFrom(ValueLayout.JAVA_BYTE, CONTENT);
      MemorySegment heap = MemorySegment.ofArray(CONTENT);
      assertThrows(IllegalArgumentException.class, () -> ZstdDictionary.referringTo(heap));
      try (ZstdDictionary dictionary = ZstdDictionary.referringTo(content)) {
        ZstdOptions threaded = ZstdOptions.defaults().withWorkers(2).withDictionary(dictionary);
        assertThrows(IllegalArgumentException.class, () -> Codec.zstd(threaded));
        assertThrows(IllegalArgumentException.class, () -> ZstdCompressor.create(threaded));
      }
    }
  }

  /// A failure would be a crash, since workers continue after a step has returned.
  @Test
  void memoryIsFreedAfterTheWorkersOfAnAbandonedFrame() {
    byte[] content = TestData.of(TestData.Kind.TEXT, 3_000_000);
    ZstdOptions threaded =
        ZstdOptions.defaults()
            .withLevel(6)
            .withWorkers(2)
            .with(ZstdCompressionParameter.JOB_SIZE, 1 << 20);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
      MemorySegment out = arena.allocate(1000);
      for (int round = 0; round < (Soak.IS_ON ? 15 : 5); round++) {
        try (ZstdCompressor compressor = ZstdCompressor.create(threaded)) {
          compressor.begin(-1, source);
          compressor.step(source, out, EndDirective.CONTINUE);
          compressor.begin(-1, source);
          compressor.step(source, out, EndDirective.CONTINUE);
        }
        ZstdDictionary dictionary = ZstdDictionary.of(source);
        try (ZstdCompressor compressor =
            ZstdCompressor.create(threaded.withDictionary(dictionary))) {
          compressor.step(source, out, EndDirective.CONTINUE);
          Codec codec = Codec.zstd(threaded.withDictionary(dictionary));
          assertThrows(CompressionException.class, () -> codec.compress(source, out));
          dictionary.close();
        }
      }
    }
  }
}
