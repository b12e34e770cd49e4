// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.zstd.ParameterBounds;
import dev.segue.compression.testing.Messages;
import dev.segue.compression.testing.TestData;
import dev.segue.compression.testing.Tool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdOptionsTest {

  private static final byte[] CONTENT = TestData.of(TestData.Kind.JSON, 3_000_000);

  private static MemorySegment compress(ZstdOptions options, byte[] content) {
    Codec codec = Codec.zstd(options);
    MemorySegment out =
        MemorySegment.ofArray(new byte[(int) codec.maxCompressedLength(content.length)]);
    return out.asSlice(0, codec.compress(MemorySegment.ofArray(content), out));
  }

  private static void assertRoundTrip(ZstdOptions options, byte[] content) {
    MemorySegment frame = compress(options, content);
    byte[] out = new byte[content.length];
    Codec.zstd(options).decompress(frame, MemorySegment.ofArray(out));
    assertArrayEquals(content, out);
  }

  @Nested
  class Instances {

    private final ZstdOptions defaults = ZstdOptions.defaults();

    @Test
    void haveTheDefaultsOfLibzstd() {
      assertEquals(3, defaults.level());
      assertFalse(defaults.hasChecksum());
      assertTrue(defaults.hasContentSize());
      assertFalse(defaults.isMagicless());
      assertEquals(0, defaults.workers());
      assertNull(defaults.dictionary());
      assertEquals(27, defaults.decompressWindowLogMax());
      assertFalse(defaults.ignoresChecksum());
      for (ZstdCompressionParameter parameter : ZstdCompressionParameter.values()) {
        assertEquals(OptionalInt.empty(), defaults.parameter(parameter));
      }
      for (ZstdDecompressionParameter parameter : ZstdDecompressionParameter.values()) {
        assertEquals(OptionalInt.empty(), defaults.parameter(parameter));
      }
    }

    @Test
    void withMethodsChangeOnlyTheCopy() {
      try (ZstdDictionary dictionary = ZstdDictionary.of(MemorySegment.ofArray(new byte[500]))) {
        ZstdOptions options =
            defaults
                .withLevel(7)
                .withChecksum(true)
                .withContentSize(false)
                .withMagicless(true)
                .withWorkers(2)
                .withDictionary(dictionary)
                .withDecompressWindowLogMax(30)
                .withIgnoreChecksum(true)
                .withLongDistanceMatching(25);
        assertEquals(7, options.level());
        assertTrue(options.hasChecksum());
        assertFalse(options.hasContentSize());
        assertTrue(options.isMagicless());
        assertEquals(2, options.workers());
        assertSame(dictionary, options.dictionary());
        assertEquals(30, options.decompressWindowLogMax());
        assertTrue(options.ignoresChecksum());
        assertEquals(
            OptionalInt.of(1), options.parameter(ZstdCompressionParameter.LONG_DISTANCE_MATCHING));
        assertEquals(OptionalInt.of(25), options.parameter(ZstdCompressionParameter.WINDOW_LOG));
        assertEquals(
            OptionalInt.of(30), options.parameter(ZstdDecompressionParameter.WINDOW_LOG_MAX));
        assertFalse(options.withChecksum(false).hasChecksum());
      }
      assertEquals(ZstdOptions.defaults(), defaults);
      assertEquals("ZstdOptions{}", defaults.toString());
    }

    @Test
    void equalityDependsOnTheSetParameters() {
      ZstdOptions one = defaults.withLevel(5).withChecksum(true).withDecompressWindowLogMax(20);
      ZstdOptions two = defaults.withDecompressWindowLogMax(20).withChecksum(true).withLevel(5);
      assertEquals(one, two);
      assertEquals(one.hashCode(), two.hashCode());
      assertEquals(one.toString(), two.toString());
      assertNotEquals(one, two.withLevel(6));
      assertNotEquals(one, two.withDecompressWindowLogMax(21));
      assertNotEquals(one, defaults);
      MemorySegment content = MemorySegment.ofArray(new byte[500]);
      try (ZstdDictionary dictionary = ZstdDictionary.of(content);
          ZstdDictionary sameContent = ZstdDictionary.of(content)) {
        assertEquals(one.withDictionary(dictionary), two.withDictionary(dictionary));
        assertNotEquals(one.withDictionary(dictionary), two.withDictionary(sameContent));
        assertNotEquals(one.withDictionary(dictionary), two);
      }
    }

    @Test
    void equalOptionsShareContexts() {
      byte[] content = TestData.of(TestData.Kind.JSON, 5000);
      for (int i = 0; i < 20; i++) {
        // New options each time, alternating with options that set the same parameters to other
        // values.
        ZstdOptions options = defaults.withLevel(5).withChecksum(true);
        byte[] frame = Codec.zstd(options).compress(content);
        assertTrue(ZstdFrame.at(MemorySegment.ofArray(frame), 0).hasChecksum());
        byte[] other = Codec.zstd(defaults.withLevel(5).withChecksum(i % 2 == 0)).compress(content);
        assertEquals(i % 2 == 0, ZstdFrame.at(MemorySegment.ofArray(other), 0).hasChecksum());
        assertArrayEquals(content, Codec.zstd(options).decompress(frame, content.length));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ZstdCompressionParameter.class)
  void everySupportedParameterTakesItsBoundsAndNothingBeyond(ZstdCompressionParameter parameter) {
    Assumptions.assumeTrue(parameter.isSupported(), parameter + " is not in this library");
    int lower = parameter.lowerBound();
    int upper = parameter.upperBound();
    assertTrue(lower <= upper);
    if (lower > Integer.MIN_VALUE) {
      assertThrows(
          IllegalArgumentException.class, () -> ZstdOptions.defaults().with(parameter, lower - 1));
    }
    if (upper < Integer.MAX_VALUE) {
      assertThrows(
          IllegalArgumentException.class, () -> ZstdOptions.defaults().with(parameter, upper + 1));
    }
    byte[] content = TestData.of(TestData.Kind.JSON, 20_000);
    assertRoundTrip(ZstdOptions.defaults().with(parameter, lower), content);
    if (upper <= 27) { // larger values are sizes in memory
      assertRoundTrip(ZstdOptions.defaults().with(parameter, Math.min(upper, 20)), content);
    }
  }

  @ParameterizedTest
  @EnumSource(ZstdDecompressionParameter.class)
  void everySupportedDecompressionParameterTakesItsBoundsAndNothingBeyond(
      ZstdDecompressionParameter parameter) {
    Assumptions.assumeTrue(parameter.isSupported(), parameter + " is not in this library");
    int lower = parameter.lowerBound();
    int upper = parameter.upperBound();
    ZstdOptions defaults = ZstdOptions.defaults();
    assertThrows(IllegalArgumentException.class, () -> defaults.with(parameter, lower - 1));
    assertThrows(IllegalArgumentException.class, () -> defaults.with(parameter, upper + 1));
    byte[] content = TestData.of(TestData.Kind.JSON, 20_000);
    for (int value : new int[] {lower, upper}) {
      ZstdOptions options = defaults.with(parameter, value);
      switch (parameter) {
        case FORMAT -> options = options.with(ZstdCompressionParameter.FORMAT, value);
        case MAX_BLOCK_SIZE ->
            options = options.with(ZstdCompressionParameter.MAX_BLOCK_SIZE, value);
        default -> {}
      }
      assertRoundTrip(options, content);
    }
  }

  /// Run this test with other versions of the library to find their parameters.
  @Test
  void everyParameterOfTheLibraryIsTypedOrDeliberatelyOmitted() {
    // Four of the sequence API, which is not exposed, in zstd.h from ZSTD_c_blockDelimiters to
    // ZSTD_c_repcodeResolution; and ZSTD_d_refMultipleDDicts, which options with one dictionary do
    // not need.
    Set<Integer> compression = new HashSet<>(Set.of(1008, 1009, 1014, 1016));
    Set<Integer> decompression = new HashSet<>(Set.of(1003));
    for (ZstdCompressionParameter parameter : ZstdCompressionParameter.values()) {
      assertTrue(compression.add(parameter.number()), parameter.name());
    }
    for (ZstdDecompressionParameter parameter : ZstdDecompressionParameter.values()) {
      assertTrue(decompression.add(parameter.number()), parameter.name());
    }
    for (int number = 0; number < 5000; number++) {
      if (ParameterBounds.ofCompression(number).isPresent()) {
        assertTrue(compression.contains(number), "ZSTD_cParameter " + number);
      }
      if (ParameterBounds.ofDecompression(number).isPresent()) {
        assertTrue(decompression.contains(number), "ZSTD_dParameter " + number);
      }
    }
  }

  @Test
  void parameterThatTheLibraryLacksIsUnsupportedAndNamed() {
    ZstdCompressionParameter newer = ZstdCompressionParameter.BLOCK_SPLITTER_LEVEL;
    Assumptions.assumeFalse(newer.isSupported(), "this library has all there are");
    CompressionException e =
        assertThrows(CompressionException.class, () -> ZstdOptions.defaults().with(newer, 1));
    assertEquals(Kind.UNSUPPORTED, e.kind());
    Messages.assertMentions(e, "BLOCK_SPLITTER_LEVEL", "libzstd 1.");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1000, 30_000, 500_000, 3_000_000})
  void checksumDetectsDamageThatTheFormatDoesNot(int length) {
    byte[] content = TestData.of(TestData.Kind.RANDOM, length);
    ZstdOptions options = ZstdOptions.defaults().withChecksum(true);
    assertRoundTrip(options, content);
    MemorySegment frame = compress(options, content);
    long last = frame.byteSize() - 1;
    frame.set(ValueLayout.JAVA_BYTE, last, (byte) ~frame.get(ValueLayout.JAVA_BYTE, last));
    MemorySegment out = MemorySegment.ofArray(new byte[length]);
    CompressionException e =
        assertThrows(CompressionException.class, () -> Codec.zstd().decompress(frame, out));
    assertEquals(Kind.CHECKSUM_MISMATCH, e.kind());
    Codec lenient = Codec.zstd(ZstdOptions.defaults().withIgnoreChecksum(true));
    assertEquals(length, lenient.decompress(frame, out));
  }

  @Test
  void magiclessFramesAreFourBytesShorterAndNeedTheSameOptionToRead() {
    ZstdOptions options = ZstdOptions.defaults().withMagicless(true);
    byte[] content = TestData.of(TestData.Kind.TEXT, 1000);
    MemorySegment frame = compress(options, content);
    assertEquals(compress(ZstdOptions.defaults(), content).byteSize() - 4, frame.byteSize());
    assertEquals(1000, Codec.zstd(options).decompressedLength(frame));
    assertRoundTrip(options, content);
    assertRoundTrip(options, CONTENT);
    MemorySegment out = MemorySegment.ofArray(new byte[1000]);
    CompressionException e =
        assertThrows(CompressionException.class, () -> Codec.zstd().decompress(frame, out));
    assertEquals(Kind.MALFORMED_INPUT, e.kind());
  }

  @Test
  void withoutAContentSizeTheLengthIsUnknown() {
    ZstdOptions options = ZstdOptions.defaults().withContentSize(false);
    assertEquals(Codec.UNKNOWN_LENGTH, Codec.zstd().decompressedLength(compress(options, CONTENT)));
    assertRoundTrip(options, CONTENT);
    assertRoundTrip(options, TestData.of(TestData.Kind.TEXT, 100));
  }

  @Test
  void workersCompressTheSameContent() {
    assertRoundTrip(ZstdOptions.defaults().withWorkers(2), CONTENT);
  }

  @Test
  void longDistanceMatchingFindsDistantMatches() {
    byte[] content = TestData.of(TestData.Kind.RANDOM, 6_000_000);
    System.arraycopy(content, 0, content, 4_500_000, 1_500_000);
    ZstdOptions options = ZstdOptions.defaults().withLongDistanceMatching(27);
    assertTrue(compress(options, content).byteSize() < 4_600_000);
    assertRoundTrip(options, content);
    Tool zstd = Tool.require("zstd");
    byte[] frame = compress(options, content).toArray(ValueLayout.JAVA_BYTE);
    assertArrayEquals(content, zstd.run(frame, "-d", "-c", "--long=27"));
  }
}
