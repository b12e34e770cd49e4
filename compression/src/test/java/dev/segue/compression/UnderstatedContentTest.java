// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.Messages.assertMentions;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Frames with more content than their header states: no destination is large enough for them.
class UnderstatedContentTest {

  private static final ZstdOptions DEFAULTS = ZstdOptions.defaults();
  private static final byte[] CONTENT = TestData.of(TestData.Kind.JSON, 200);
  private static final int STATED = 60;

  private static ZstdDictionary trained() {
    List<MemorySegment> samples =
        IntStream.range(0, 500)
            .mapToObj(seed -> TestData.jsonValue(new Random(seed)))
            .map(value -> MemorySegment.ofArray(value.getBytes(StandardCharsets.US_ASCII)))
            .toList();
    return ZstdDictionary.train(samples, 2048);
  }

  private static byte[] understated(ZstdOptions options) {
    byte[] frame = Codec.zstd(options).compress(CONTENT);
    byte[] framed =
        options.isMagicless() ? Codec.zstd(options.withMagicless(false)).compress(CONTENT) : frame;
    int headerLength = ZstdFrame.at(MemorySegment.ofArray(framed), 0).headerLength();
    frame[headerLength - 1 - (options.isMagicless() ? 4 : 0)] = STATED;
    return frame;
  }

  private static CompressionException failure(Runnable action) {
    CompressionException e = assertThrows(CompressionException.class, action::run);
    assertEquals(Kind.MALFORMED_INPUT, e.kind(), e.getMessage());
    return e;
  }

  private static void assertMalformedInEveryForm(Codec codec, byte[] frame) {
    MemorySegment heap = MemorySegment.ofArray(frame);
    for (int room : new int[] {STATED, STATED + 1, 100, CONTENT.length, 100_000}) {
      failure(() -> codec.decompress(heap, MemorySegment.ofArray(new byte[room])));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment source = arena.allocate(frame.length).copyFrom(heap);
        failure(() -> codec.decompress(source, arena.allocate(room)));
        failure(() -> codec.decompress(source, room, arena));
      }
      failure(() -> codec.decompress(frame, room));
    }
  }

  private static void assertMalformedInStreams(ZstdOptions options, byte[] frame) {
    for (int room : new int[] {1, STATED, 100, 9000, 100_000}) {
      CompressionIOException e =
          assertThrows(
              CompressionIOException.class,
              () -> {
                try (var in =
                    Codec.zstd(options).decompressing(new ByteArrayInputStream(frame), 8 << 20)) {
                  while (in.read(new byte[room]) >= 0) {
                    // reads until it fails
                  }
                }
              });
      assertEquals(Kind.MALFORMED_INPUT, e.getCause().kind(), e.getMessage());
    }
    for (int room : new int[] {STATED, 100, 9000}) {
      try (ZstdDecompressor decompressor = ZstdDecompressor.create(options)) {
        MemorySegment source = MemorySegment.ofArray(frame);
        MemorySegment destination = MemorySegment.ofArray(new byte[room]);
        failure(() -> {
          long consumed = 0;
          for (int i = 0; i < 100_000; i++) {
            decompressor.step(source.asSlice(consumed), destination);
            consumed += decompressor.consumed();
          }
        });
      }
    }
  }

  @Test
  void isMalformed() {
    byte[] frame = understated(DEFAULTS);
    assertMalformedInEveryForm(Codec.zstd(), frame);
    assertMalformedInStreams(DEFAULTS, frame);
    CompressionException e =
        failure(() ->
            Codec.zstd()
                .decompress(
                    MemorySegment.ofArray(frame), MemorySegment.ofArray(new byte[100_000])));
    assertEquals(
        "malformed zstd frame at offset=0: the content is longer than the 60 bytes that its header"
            + " states",
        e.getMessage());
    assertEquals(0, e.offset());
  }

  @Test
  void isMalformedWithoutMagic() {
    ZstdOptions magicless = DEFAULTS.withMagicless(true);
    assertMalformedInEveryForm(Codec.zstd(magicless), understated(magicless));
    assertMalformedInStreams(magicless, understated(magicless));
  }

  @Test
  void isMalformedWithDictionaries() {
    try (ZstdDictionary dictionary = trained();
        ZstdDictionary other = ZstdDictionary.of(new byte[500])) {
      for (ZstdOptions options :
          List.of(
              DEFAULTS.withDictionary(dictionary),
              DEFAULTS.withDictionary(other).withDecompressionDictionaries(dictionary))) {
        byte[] frame = understated(options);
        assertMalformedInEveryForm(Codec.zstd(options), frame);
        assertMalformedInStreams(options, frame);
      }
    }
  }

  @Test
  void isMalformedBetweenOtherFrames() {
    byte[] sound = Codec.zstd().compress(CONTENT);
    byte[] bad = understated(DEFAULTS);
    byte[] large = Codec.zstd().compress(new byte[1 << 20]);
    byte[] all = Arrays.copyOf(sound, sound.length + bad.length + large.length);
    System.arraycopy(bad, 0, all, sound.length, bad.length);
    System.arraycopy(large, 0, all, sound.length + bad.length, large.length);
    for (int room : new int[] {260, 1000, 1 << 20, 2 << 20}) {
      CompressionException e =
          failure(() ->
              Codec.zstd()
                  .decompress(MemorySegment.ofArray(all), MemorySegment.ofArray(new byte[room])));
      assertEquals(sound.length, e.offset(), e.getMessage());
    }
    CompressionException e =
        assertThrows(
            CompressionException.class,
            () ->
                Codec.zstd()
                    .decompress(MemorySegment.ofArray(all), MemorySegment.ofArray(new byte[199])));
    assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
  }

  /// Heap segments of more than 1 MiB are decompressed in pieces.
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void longContentIsMalformed(boolean checksum) {
    byte[] content = TestData.of(TestData.Kind.TEXT, 3 << 20);
    byte[] frame = Codec.zstd(DEFAULTS.withChecksum(checksum)).compress(content);
    int header = ZstdFrame.at(MemorySegment.ofArray(frame), 0).headerLength();
    MemorySegment source = MemorySegment.ofArray(frame);
    source.set(
        ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN), header - 4, 2 << 20);
    for (int room : new int[] {2 << 20, (2 << 20) + 1, 4 << 20}) {
      failure(() -> Codec.zstd().decompress(source, MemorySegment.ofArray(new byte[room])));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment at = arena.allocate(frame.length).copyFrom(source);
        failure(() -> Codec.zstd().decompress(at, arena.allocate(room)));
      }
    }
    assertMalformedInStreams(DEFAULTS, frame);
  }

  @Nested
  class InPlace {

    private CompressionException decompress(byte[] frame, int room) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment buffer = arena.allocate(room);
        MemorySegment.copy(
            frame, 0, buffer, ValueLayout.JAVA_BYTE, room - frame.length, frame.length);
        return assertThrows(
            CompressionException.class,
            () -> ZstdFrame.decompressInPlace(buffer, frame.length, DEFAULTS));
      }
    }

    @ParameterizedTest
    @ValueSource(ints = {1000, 300_000})
    void isMalformed(int room) {
      assertEquals(Kind.MALFORMED_INPUT, decompress(understated(DEFAULTS), room).kind());
    }

    @Test
    void destinationIsAlwaysTooSmallWithoutAStatedLength() {
      byte[] frame = Codec.zstd(DEFAULTS.withContentSize(false)).compress(CONTENT);
      CompressionException e = decompress(frame, 300_000);
      assertEquals(Kind.UNSUPPORTED, e.kind(), e.getMessage());
    }
  }

  @Test
  void stableBufferOfTheStatedLengthIsLargeEnough() {
    ZstdOptions stable = DEFAULTS.with(ZstdDecompressionParameter.STABLE_OUT_BUFFER, 1);
    byte[] frame = understated(DEFAULTS);
    try (Arena arena = Arena.ofConfined();
        ZstdDecompressor decompressor = ZstdDecompressor.create(stable)) {
      MemorySegment source = arena.allocate(frame.length).copyFrom(MemorySegment.ofArray(frame));
      failure(() -> decompressor.step(source, arena.allocate(300)));
      decompressor.begin();
      CompressionException e =
          assertThrows(
              CompressionException.class,
              () -> decompressor.step(source, arena.allocate(STATED - 1)));
      assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind(), e.getMessage());
    }
  }

  @Test
  void isMalformedInEnvelopes() {
    byte[] frame = understated(DEFAULTS);
    for (int stated : new int[] {STATED, 100}) {
      byte[] envelope = new byte[frame.length + 2];
      envelope[0] = 0x21;
      envelope[1] = (byte) stated;
      System.arraycopy(frame, 0, envelope, 2, frame.length);
      failure(() -> Envelope.of(Codec.zstd()).decode(envelope, 100_000));
    }
  }

  @Nested
  class Lz4 {

    /// A frame with a given content size and the matching header checksum.
    private byte[] frame() throws IOException {
      byte[] stating60 = Codec.lz4().compress(Arrays.copyOf(CONTENT, STATED));
      byte[] frame = Codec.lz4().compress(CONTENT);
      System.arraycopy(stating60, 0, frame, 0, 15);
      return frame;
    }

    @Test
    void isMalformed() throws IOException {
      byte[] frame = frame();
      MemorySegment source = MemorySegment.ofArray(frame);
      for (int room : new int[] {STATED, 100, 199, 200, 100_000}) {
        failure(() -> Codec.lz4().decompress(source, MemorySegment.ofArray(new byte[room])));
      }
      CompressionException e =
          assertThrows(
              CompressionException.class,
              () -> Codec.lz4().decompress(source, MemorySegment.ofArray(new byte[STATED - 1])));
      assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
      assertMentions(failure(() -> Codec.lz4().decompress(frame, 1000)), "60");
    }
  }
}
