// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.Messages.assertMentions;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.ZstdCompressor.EndDirective;
import dev.segue.compression.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/// Decompression with the dictionary that a frame or an envelope was written with.
class SeveralDictionariesTest {

  private static final ZstdOptions DEFAULTS = ZstdOptions.defaults();

  private final ZstdDictionary first = trained(1);
  private final ZstdDictionary second = trained(2);
  private final ZstdDictionary third = trained(3);

  private final ZstdOptions rollout =
      DEFAULTS.withDictionary(third).withDecompressionDictionaries(first, second);
  private final Codec reader = Codec.zstd(rollout);

  @AfterEach
  void closeDictionaries() {
    for (ZstdDictionary dictionary : List.of(first, second, third)) {
      dictionary.close();
    }
  }

  private static ZstdDictionary trained(long seed) {
    Random random = new Random(seed);
    List<MemorySegment> samples =
        Stream.generate(() -> TestData.jsonValue(random))
            .limit(500)
            .map(value -> MemorySegment.ofArray(value.getBytes(StandardCharsets.US_ASCII)))
            .toList();
    return ZstdDictionary.train(samples, 2048);
  }

  private static byte[] content(int seed) {
    return (TestData.jsonValue(new Random(100 + seed)) + seed).getBytes(StandardCharsets.US_ASCII);
  }

  private static Codec with(ZstdDictionary dictionary) {
    return Codec.zstd(DEFAULTS.withDictionary(dictionary));
  }

  /// Frames with every dictionary and without one, some skippable frames, and their content.
  private byte[][] frames() {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    ByteArrayOutputStream contents = new ByteArrayOutputStream();
    byte[] skippable = new byte[13];
    ZstdFrame.writeSkippable(
        MemorySegment.ofArray(new byte[5]), 3, MemorySegment.ofArray(skippable));
    int seed = 0;
    for (Codec writer :
        List.of(with(first), with(first), Codec.zstd(), with(third), with(second), with(first))) {
      frames.writeBytes(skippable);
      frames.writeBytes(writer.compress(content(seed)));
      contents.writeBytes(content(seed++));
    }
    frames.writeBytes(skippable);
    return new byte[][] {frames.toByteArray(), contents.toByteArray()};
  }

  private static Kind kindOf(Executable call) {
    return assertThrows(CompressionException.class, call).kind();
  }

  @Test
  void eachFrameIsReadWithItsOwnDictionary() {
    int seed = 0;
    for (ZstdDictionary dictionary : List.of(first, second, third)) {
      byte[] content = content(seed++);
      byte[] frame = with(dictionary).compress(content);
      assertArrayEquals(content, reader.decompress(frame, 1000));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_BYTE, frame);
        assertArrayEquals(
            content, reader.decompress(source, 1000, arena).toArray(ValueLayout.JAVA_BYTE));
      }
    }
  }

  @Test
  void writesWithTheCompressionDictionary() {
    byte[] content = content(1);
    byte[] frame = reader.compress(content);
    assertEquals(third.id(), ZstdFrame.at(MemorySegment.ofArray(frame), 0).dictionaryId());
    assertArrayEquals(content, with(third).decompress(frame, 1000));
  }

  @Test
  void concatenatedFramesAreReadWithTheirOwnDictionaries() {
    byte[][] frames = frames();
    assertArrayEquals(frames[1], reader.decompress(frames[0], frames[1].length));
    CompressionException e =
        assertThrows(
            CompressionException.class,
            () ->
                reader.decompress(
                    MemorySegment.ofArray(frames[0]),
                    MemorySegment.ofArray(new byte[frames[1].length - 1])));
    assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_BYTE, frames[0]);
      MemorySegment out = arena.allocate(7 + frames[1].length);
      assertEquals(
          frames[1].length,
          reader.decompress(source, 0, source.byteSize(), out, 7, frames[1].length));
      assertEquals(-1, out.asSlice(7).mismatch(MemorySegment.ofArray(frames[1])));
    }
  }

  @Test
  void errorNamesTheMissingAndTheAvailableDictionaries() {
    try (ZstdDictionary missing = trained(4)) {
      byte[] frame = with(missing).compress(content(1));
      byte[] before = with(first).compress(content(2));
      byte[] both = new byte[before.length + frame.length];
      System.arraycopy(before, 0, both, 0, before.length);
      System.arraycopy(frame, 0, both, before.length, frame.length);
      for (Executable call :
          List.<Executable>of(
              () -> reader.decompress(both, 10_000),
              () -> {
                try (InputStream in = reader.decompressing(new ByteArrayInputStream(both))) {
                  in.readAllBytes();
                } catch (CompressionIOException e) {
                  throw e.getCause();
                }
              })) {
        CompressionException e = assertThrows(CompressionException.class, call);
        assertEquals(Kind.WRONG_DICTIONARY, e.kind());
        assertEquals(before.length, e.offset());
        assertMentions(e, "dictionary with id=" + Integer.toUnsignedString(missing.id()) + ",");
        for (ZstdDictionary given : List.of(first, second, third)) {
          assertMentions(e, "id=" + Integer.toUnsignedString(given.id()));
        }
      }
    }
  }

  @Test
  void readerNeedsNoCompressionDictionary() {
    Codec readsOnly = Codec.zstd(DEFAULTS.withDecompressionDictionaries(first, second));
    byte[] content = content(1);
    assertArrayEquals(content, readsOnly.decompress(with(second).compress(content), 1000));
    byte[] plain = readsOnly.compress(content);
    assertEquals(0, ZstdFrame.at(MemorySegment.ofArray(plain), 0).dictionaryId());
    assertArrayEquals(content, readsOnly.decompress(plain, 1000));
  }

  @Test
  void magiclessFramesSelectTheirDictionary() {
    byte[] content = content(1);
    byte[] frame = Codec.zstd(DEFAULTS.withDictionary(first).withMagicless(true)).compress(content);
    Codec magicless = Codec.zstd(rollout.withMagicless(true));
    assertArrayEquals(content, magicless.decompress(frame, 1000));
  }

  @Test
  void dictionariesWithEqualIdsAreRefused() {
    try (ZstdDictionary raw = ZstdDictionary.of(new byte[100]);
        ZstdDictionary same = ZstdDictionary.of(first.toByteArray())) {
      for (Executable call :
          List.<Executable>of(
              () -> rollout.withDecompressionDictionaries(first, same),
              () -> rollout.withDictionary(same))) {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, call);
        assertMentions(e, "two dictionaries have id=" + Integer.toUnsignedString(first.id()));
      }
      IllegalArgumentException e =
          assertThrows(
              IllegalArgumentException.class, () -> DEFAULTS.withDecompressionDictionaries(raw));
      assertMentions(e, "raw content has no id");
      // As the main dictionary, it is used for frames without an id.
      Codec mixed = Codec.zstd(rollout.withDictionary(raw));
      byte[] content = content(1);
      assertArrayEquals(content, mixed.decompress(with(raw).compress(content), 1000));
      assertArrayEquals(content, mixed.decompress(with(first).compress(content), 1000));
    }
  }

  @Test
  void sameDictionaryMayBeGivenTwice() {
    Codec codec = Codec.zstd(rollout.withDecompressionDictionaries(first, third, first));
    byte[] content = content(1);
    for (ZstdDictionary dictionary : List.of(first, third)) {
      assertArrayEquals(content, codec.decompress(with(dictionary).compress(content), 1000));
    }
  }

  @Test
  void closedDictionaryFailsTheCallsThatNeedIt() {
    byte[] content = content(1);
    byte[] ofFirst = with(first).compress(content);
    byte[] ofSecond = with(second).compress(content);
    first.close();
    assertArrayEquals(content, reader.decompress(ofSecond, 1000));
    assertThrows(IllegalStateException.class, () -> reader.decompress(ofFirst, 1000));
    assertThrows(
        IllegalStateException.class,
        () -> reader.decompressing(new ByteArrayInputStream(ofSecond)));
    long before = CompressionMemory.bytesInUse();
    assertThrows(IllegalStateException.class, () -> ZstdDecompressor.create(rollout));
    assertEquals(before, CompressionMemory.bytesInUse());
    second.close();
    assertThrows(IllegalStateException.class, () -> reader.decompress(ofSecond, 1000));
    assertArrayEquals(content, reader.decompress(reader.compress(content), 1000));
  }

  @Test
  void decompressesInPlace() {
    byte[][] frames = frames();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_BYTE, frames[0]);
      long room = frames[1].length + ZstdFrame.inPlaceMargin(source);
      MemorySegment buffer = arena.allocate(Math.max(room, source.byteSize()));
      MemorySegment.copy(
          source, 0, buffer, buffer.byteSize() - source.byteSize(), source.byteSize());
      long length = ZstdFrame.decompressInPlace(buffer, source.byteSize(), rollout);
      assertEquals(MemorySegment.ofArray(frames[1]).mismatch(buffer.asSlice(0, length)), -1L);
    }
  }

  @Nested
  class Streams {

    /// Returns a byte at a time, so that headers arrive in pieces.
    private static InputStream trickle(byte[] bytes) {
      return new ByteArrayInputStream(bytes) {
        @Override
        public synchronized int read(byte[] target, int offset, int length) {
          return super.read(target, offset, Math.min(length, 1));
        }
      };
    }

    @Test
    void selectTheDictionaryForEachFrame() throws IOException {
      byte[][] frames = frames();
      for (InputStream source : List.of(new ByteArrayInputStream(frames[0]), trickle(frames[0]))) {
        try (InputStream in = reader.decompressing(source)) {
          assertArrayEquals(frames[1], in.readAllBytes());
        }
      }
    }

    @Test
    void selectTheDictionaryInAnyMemoryForAnyStepLength() {
      byte[][] frames = frames();
      try (Arena arena = Arena.ofConfined();
          ZstdDecompressor pooled = ZstdDecompressor.create(rollout);
          ZstdDecompressor inWorkspace =
              ZstdDecompressor.create(
                  rollout.withDecompressWindowLogMax(17),
                  arena.allocate(
                      ZstdDecompressor.workspaceLength(rollout.withDecompressWindowLogMax(17)),
                      8))) {
        MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_BYTE, frames[0]);
        for (int portion : new int[] {1, 2, 5, 17, 18, 1000}) {
          step(pooled, MemorySegment.ofArray(frames[0]), portion, frames[1]);
          step(pooled, source, portion, frames[1]);
          step(inWorkspace, source, portion, frames[1]);
        }
      }
    }

    private static void step(
        ZstdDecompressor decompressor, MemorySegment frames, int portion, byte[] expected) {
      decompressor.begin();
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment out = arena.allocate(expected.length);
        long taken = 0;
        long written = 0;
        int idle = 0;
        while (taken < frames.byteSize() || !decompressor.isFrameComplete()) {
          long length = Math.min(portion, frames.byteSize() - taken);
          written +=
              decompressor.step(
                  frames.asSlice(taken, length),
                  out.asSlice(written, Math.min(portion, expected.length - written)));
          taken += decompressor.consumed();
          idle = decompressor.consumed() == 0 ? idle + 1 : 0;
          assertTrue(idle < 1000, "no progress at " + taken);
        }
        assertEquals(expected.length, written);
        assertEquals(-1, out.mismatch(MemorySegment.ofArray(expected)));
      }
    }

    @Test
    void selectTheDictionaryAfterAFrameWithAPrefix() {
      byte[] prefix = TestData.of(TestData.Kind.TEXT, 500);
      byte[] content = content(1);
      try (Arena arena = Arena.ofConfined();
          ZstdCompressor compressor = ZstdCompressor.create(DEFAULTS);
          ZstdDecompressor decompressor = ZstdDecompressor.create(rollout)) {
        MemorySegment frame = arena.allocate(2000);
        compressor.begin(prefix.length, MemorySegment.ofArray(prefix));
        long length = compressor.step(MemorySegment.ofArray(prefix), frame, EndDirective.END);
        byte[] next = with(second).compress(content);
        MemorySegment.copy(next, 0, frame, ValueLayout.JAVA_BYTE, length, next.length);
        MemorySegment both = frame.asSlice(0, length + next.length);
        decompressor.begin(MemorySegment.ofArray(prefix));
        MemorySegment out = arena.allocate(prefix.length + content.length);
        long written = decompressor.step(both, out);
        long taken = decompressor.consumed();
        assertEquals(prefix.length, written);
        written += decompressor.step(both.asSlice(taken), out.asSlice(written));
        assertEquals(out.byteSize(), written);
        assertEquals(-1, out.asSlice(prefix.length).mismatch(MemorySegment.ofArray(content)));
      }
    }

    @Test
    void holdAllDictionariesUntilClosed() throws IOException {
      byte[][] frames = frames();
      InputStream in = reader.decompressing(new ByteArrayInputStream(frames[0]));
      closeDictionaries();
      assertArrayEquals(frames[1], in.readAllBytes());
      in.close();
    }
  }

  @Nested
  class Envelopes {

    private final Envelope envelope = Envelope.of(reader);

    @Test
    void withEveryDictionaryAreRead() {
      int seed = 0;
      for (ZstdDictionary dictionary : List.of(first, second, third)) {
        byte[] content = content(seed++);
        ZstdOptions options = DEFAULTS.withDictionary(dictionary);
        byte[] small = Envelope.of(Codec.zstd(options)).encode(content);
        byte[] frame = Envelope.of(Codec.zstd(options.withChecksum(true))).encode(content);
        assertEquals(0x26, small[0]);
        assertEquals(0x21, frame[0]);
        assertArrayEquals(content, envelope.decode(small, 1000));
        assertArrayEquals(content, envelope.decode(frame, 1000));
      }
    }

    @Test
    void areWrittenWithTheCompressionDictionary() {
      byte[] content = content(1);
      byte[] written = envelope.encode(content);
      assertArrayEquals(Envelope.of(with(third)).encode(content), written);
      assertArrayEquals(content, Envelope.of(with(third)).decode(written, 1000));
      assertEquals(
          Kind.WRONG_DICTIONARY, kindOf(() -> Envelope.of(with(first)).decode(written, 1000)));
    }

    @Test
    void withSmallValuesAreReadDespiteEnabledChecksums() {
      byte[] content = content(1);
      byte[] small = Envelope.of(with(first)).encode(content);
      Envelope checked = Envelope.of(Codec.zstd(DEFAULTS.withDictionary(first).withChecksum(true)));
      assertEquals(0x21, checked.encode(content)[0]);
      assertArrayEquals(content, checked.decode(small, 1000));
    }

    @Test
    void errorsNameTheAvailableDictionaries() {
      try (ZstdDictionary missing = trained(4)) {
        byte[] written = Envelope.of(with(missing)).encode(content(1));
        CompressionException e =
            assertThrows(CompressionException.class, () -> envelope.decode(written, 1000));
        assertEquals(Kind.WRONG_DICTIONARY, e.kind());
        int folded = (missing.id() ^ missing.id() >>> 16) & 0xFFFF;
        assertMentions(e, "with check 0x%04x, but the given ones".formatted(folded));
        for (ZstdDictionary given : List.of(first, second, third)) {
          assertMentions(e, "(id=" + Integer.toUnsignedString(given.id()) + ")");
        }
      }
    }

    @Test
    void withAClosedDictionaryAreAnError() {
      byte[] content = content(1);
      byte[] ofFirst = Envelope.of(with(first)).encode(content);
      byte[] ofSecond = Envelope.of(with(second)).encode(content);
      first.close();
      assertThrows(IllegalStateException.class, () -> envelope.decode(ofFirst, 1000));
      assertArrayEquals(content, envelope.decode(ofSecond, 1000));
    }

    @Test
    void dictionariesWithEqualChecksAreRefused() {
      // Bytes 4 to 7 are the dictionary's id; this id folds to the same check.
      byte[] bytes = first.toByteArray();
      bytes[4] ^= 0x55;
      bytes[6] ^= 0x55;
      try (ZstdDictionary sameContent = ZstdDictionary.of(bytes)) {
        Codec codec =
            Codec.zstd(DEFAULTS.withDictionary(first).withDecompressionDictionaries(sameContent));
        IllegalArgumentException e =
            assertThrows(IllegalArgumentException.class, () -> Envelope.of(codec));
        assertMentions(
            e,
            Integer.toUnsignedString(first.id()),
            Integer.toUnsignedString(sameContent.id()),
            "give one of them another id");
      }
    }

    @Test
    void areReadWithAnyNumberOfWorkers() {
      try (Arena arena = Arena.ofShared()) {
        MemorySegment bytes = arena.allocateFrom(ValueLayout.JAVA_BYTE, first.toByteArray());
        try (ZstdDictionary borrowed = ZstdDictionary.referringTo(bytes)) {
          byte[] content = content(1);
          byte[] written = Envelope.of(with(first)).encode(content);
          Codec threaded =
              Codec.zstd(
                  DEFAULTS
                      .withWorkers(1)
                      .withDictionary(third)
                      .withDecompressionDictionaries(borrowed));
          assertArrayEquals(content, Envelope.of(threaded).decode(written, 1000));
        }
      }
    }
  }
}
