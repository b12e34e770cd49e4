// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.Messages.assertMentions;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.TestData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EnvelopeTest {

  private static final HexFormat HEX = HexFormat.of();

  private final Envelope envelope = Envelope.of(Codec.zstd());

  static Stream<Codec> codecs() {
    return EveryCodecTest.codecs();
  }

  private static Kind kindOf(Executable call) {
    return assertThrows(CompressionException.class, call).kind();
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void anyPolicyReadsEnvelopesOfEveryCodec(Codec codec) {
    Envelope writer = Envelope.of(codec);
    for (TestData.Kind kind : TestData.Kind.values()) {
      for (int length : new int[] {0, 1, 63, 64, 127, 128, 16_383, 16_384, 100_000}) {
        byte[] content = TestData.of(kind, length);
        byte[] written = writer.encode(content);
        assertTrue(written.length <= length + 10);
        assertArrayEquals(content, writer.decode(written, length));
        assertArrayEquals(content, envelope.decode(written, length));
      }
    }
  }

  @Test
  void formatIsStable() {
    assertEquals("2000", HEX.formatHex(envelope.encode(new byte[0])));
    assertEquals("2003616263", HEX.formatHex(envelope.encode(new byte[] {'a', 'b', 'c'})));
    byte[] run = TestData.of(TestData.Kind.RUN, 300);
    Envelope raw = Envelope.of(Codec.lz4Raw());
    assertEquals("23ac02" + "1f720100ff14" + "507272727272", HEX.formatHex(raw.encode(run)));
    assertArrayEquals(run, envelope.decode(HEX.parseHex("23ac021f720100ff14507272727272"), 300));
  }

  @Test
  void describesItself() {
    assertEquals("Envelope[" + CompressionPolicy.of(Codec.zstd()) + "]", envelope.toString());
  }

  @Test
  void incompressibleContentIsStored() {
    byte[] random = TestData.of(TestData.Kind.RANDOM, 10_000);
    assertEquals(10_003, envelope.encode(random).length);
    byte[] text = TestData.of(TestData.Kind.TEXT, 60);
    assertEquals(62, envelope.encode(text).length);
    CompressionPolicy eager = CompressionPolicy.of(Codec.zstd()).withMinimumLength(0);
    assertTrue(Envelope.of(eager).encode(TestData.of(TestData.Kind.RUN, 60)).length < 30);
    CompressionPolicy picky = eager.withMinimumSavingPercent(99);
    assertEquals(10_003, Envelope.of(picky).encode(TestData.of(TestData.Kind.TEXT, 10_000)).length);
  }

  @Test
  void destinationForTheStoredFormSuffices() {
    byte[] random = TestData.of(TestData.Kind.RANDOM, 1000);
    MemorySegment out = MemorySegment.ofArray(new byte[1003]);
    assertEquals(1003, envelope.encode(MemorySegment.ofArray(random), out));
    MemorySegment less = out.asSlice(0, 1002);
    assertEquals(
        Kind.DESTINATION_TOO_SMALL,
        kindOf(() -> envelope.encode(MemorySegment.ofArray(random), less)));
  }

  @Nested
  class SmallValue {

    private final List<MemorySegment> samples = samples(4000, 3);
    private final ZstdDictionary dictionary = ZstdDictionary.train(samples, 8192);
    private final Codec codec = Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary));
    private final Envelope small = Envelope.of(codec);

    @AfterEach
    void closeDictionary() {
      dictionary.close();
    }

    private static List<MemorySegment> samples(int count, long seed) {
      Random random = new Random(seed);
      return Stream.generate(() -> TestData.jsonValue(random))
          .limit(count)
          .map(value -> MemorySegment.ofArray(value.getBytes(StandardCharsets.US_ASCII)))
          .toList();
    }

    /// The requirement: a ratio of 2.5 for values of about 100 bytes, including the envelope's own
    /// bytes.
    @Test
    void hundredByteValuesShrinkToTwoFifths() {
      long raw = 0;
      long kept = 0;
      for (MemorySegment sample : samples(1000, 4)) {
        byte[] value = sample.toArray(ValueLayout.JAVA_BYTE);
        byte[] written = small.encode(value);
        assertArrayEquals(value, small.decode(written, value.length));
        raw += value.length;
        kept += written.length;
      }
      double ratio = raw / (double) kept;
      assertTrue(raw / 1000 > 75 && raw / 1000 < 110, "mean length=" + raw / 1000);
      assertTrue(ratio >= 2.5, "ratio=" + ratio);
    }

    @Test
    void contentOfAnyLengthRoundTrips() {
      for (TestData.Kind kind : TestData.Kind.values()) {
        for (int length :
            new int[] {
              1, 2, 20, 127, 128, 255, 256, 257, 16_384, 65_791, 65_792, 131_071, 131_072, 131_073
            }) {
          byte[] value = TestData.of(kind, length);
          byte[] written = small.encode(value);
          assertTrue(written.length <= length + 10);
          assertArrayEquals(value, small.decode(written, length));
        }
      }
    }

    @Test
    void isTenBytesShorterThanAFrame() {
      byte[] value = TestData.of(TestData.Kind.JSON, 300);
      byte[] written = small.encode(value);
      assertEquals(0x26, written[0]);
      // Magic 4, descriptor 1, dictionary id 4, content size 2, block header 3; check 2.
      assertEquals(codec.compress(value).length - 14 + 2 + 3, written.length);
    }

    @Test
    void wrongOrMissingDictionaryIsAnError() {
      byte[] value = samples.get(5).toArray(ValueLayout.JAVA_BYTE);
      byte[] written = small.encode(value);
      assertEquals(Kind.WRONG_DICTIONARY, kindOf(() -> envelope.decode(written, 1000)));
      for (MemorySegment content :
          List.of(samples.get(1), samples.get(2), MemorySegment.ofArray(new byte[100_000]))) {
        try (ZstdDictionary other = ZstdDictionary.of(content)) {
          Codec with = Codec.zstd(ZstdOptions.defaults().withDictionary(other));
          Envelope reader = Envelope.of(with);
          CompressionException e =
              assertThrows(CompressionException.class, () -> reader.decode(written, 1000));
          assertEquals(Kind.WRONG_DICTIONARY, e.kind());
          assertMentions(e, "check 0x");
          assertArrayEquals(value, reader.decode(reader.encode(value), 1000));
        }
      }
    }

    @Test
    void valuesWithAChecksumAreFrames() {
      Codec checked =
          Codec.zstd(ZstdOptions.defaults().withChecksum(true).withDictionary(dictionary));
      byte[] value = samples.get(5).toArray(ValueLayout.JAVA_BYTE);
      byte[] written = Envelope.of(checked).encode(value);
      assertEquals(0x21, written[0]);
      assertArrayEquals(value, small.decode(written, 1000));
    }

    @Test
    void brokenInputNeverCrashes() {
      byte[] value = TestData.of(TestData.Kind.JSON, 600);
      byte[] written = small.encode(value);
      long seed = 5;
      Random random = new Random(seed);
      for (int round = 0; round < 5000; round++) {
        byte[] broken = Arrays.copyOf(written, 1 + random.nextInt(written.length));
        broken[random.nextInt(broken.length)] ^= (byte) (1 << random.nextInt(8));
        try {
          assertTrue(small.decode(broken, 100_000).length <= 100_000);
        } catch (CompressionException e) {
          assertTrue(
              e.kind() != Kind.INTERNAL && e.kind() != Kind.OUT_OF_MEMORY,
              "seed=" + seed + " round=" + round + ": " + e.getMessage());
        }
      }
    }
  }

  @Test
  void rangesAndAllocatorsGiveTheSameResult() {
    byte[] content = TestData.of(TestData.Kind.JSON, 5000);
    byte[] written = envelope.encode(content);
    byte[] around = new byte[written.length + 30];
    System.arraycopy(written, 0, around, 10, written.length);
    byte[] contentAround = new byte[5020];
    System.arraycopy(content, 0, contentAround, 20, 5000);
    assertArrayEquals(written, envelope.encode(contentAround, 20, 5000));
    assertArrayEquals(content, envelope.decode(around, 10, written.length, 5000));
    assertEquals(5000, envelope.contentLength(written));
    assertThrows(IndexOutOfBoundsException.class, () -> envelope.encode(content, 1, 5000));
    assertThrows(IndexOutOfBoundsException.class, () -> envelope.decode(written, -1, 5, 5000));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment encoded = envelope.encode(MemorySegment.ofArray(content), arena);
      assertArrayEquals(written, encoded.toArray(ValueLayout.JAVA_BYTE));
      MemorySegment decoded = envelope.decode(encoded, 5000, arena);
      assertArrayEquals(content, decoded.toArray(ValueLayout.JAVA_BYTE));
      assertEquals(
          Kind.LIMIT_EXCEEDED,
          kindOf(() ->
              envelope.decode(
                  encoded,
                  4999,
                  (_, _) -> {
                    throw new AssertionError("allocates before it looks");
                  })));
    }
  }

  @Test
  @SuppressWarnings("NullAway") // intended by the test
  void nullIsRefused() {
    assertThrows(NullPointerException.class, () -> Envelope.of((Codec) null));
    assertThrows(NullPointerException.class, () -> Envelope.of((CompressionPolicy) null));
    assertThrows(NullPointerException.class, () -> CompressionPolicy.of(null));
  }

  @Test
  void otherBytesAreRefused() {
    assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> envelope.decode(new byte[0], 10)));
    assertEquals(Kind.UNSUPPORTED, kindOf(() -> envelope.decode(HEX.parseHex("4000"), 10)));
    assertEquals(Kind.UNSUPPORTED, kindOf(() -> envelope.decode(HEX.parseHex("3f0161"), 10)));
    assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> envelope.decode(HEX.parseHex("20"), 10)));
    assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> envelope.decode(HEX.parseHex("2080"), 10)));
    assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> envelope.decode(HEX.parseHex("208000"), 10)));
    assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> envelope.decode(HEX.parseHex("200261"), 10)));
    assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> envelope.decode(HEX.parseHex("20016161"), 10)));
    assertEquals(
        Kind.MALFORMED_INPUT,
        kindOf(() -> envelope.decode(HEX.parseHex("20ffffffffffffffffff01"), 10)));
    assertEquals(
        Kind.LIMIT_EXCEEDED, kindOf(() -> envelope.decode(HEX.parseHex("21ffffffff0f"), 1000)));
  }

  @Test
  void errorIdentifiesAValueWithoutAnEnvelope() {
    Envelope envelope = Envelope.of(Codec.zstd());
    for (String value : List.of("plain", "4711", "{\"id\":1}")) {
      byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
      CompressionException e =
          assertThrows(CompressionException.class, () -> envelope.decode(bytes, 100));
      assertEquals(Kind.UNSUPPORTED, e.kind());
      assertMentions(
          e,
          "first byte is 0x%02x '%c'".formatted(bytes[0], bytes[0]),
          "before compression was switched on");
    }
  }

  @Test
  void bodyWithAnotherLengthThanStatedIsRefused() {
    byte[] written = envelope.encode(TestData.of(TestData.Kind.TEXT, 100));
    for (int other : new int[] {99, 101}) {
      byte[] lying = written.clone();
      lying[1] = (byte) other;
      assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> envelope.decode(lying, 1000)));
    }
  }
}
