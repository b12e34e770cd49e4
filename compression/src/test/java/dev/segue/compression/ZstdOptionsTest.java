// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.Messages;
import dev.segue.compression.testing.TestData;
import dev.segue.compression.testing.Tool;
import dev.segue.compression.zstd.ParameterBounds;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
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

  @ParameterizedTest
  @EnumSource(ZstdParameter.class)
  void everySupportedParameterTakesItsBoundsAndNothingBeyond(ZstdParameter parameter) {
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
    if (upper <= 27) { // larger ones are sizes in memory
      assertRoundTrip(ZstdOptions.defaults().with(parameter, Math.min(upper, 20)), content);
    }
  }

  @ParameterizedTest
  @EnumSource(ZstdDecompressParameter.class)
  void everySupportedDecompressParameterTakesItsBoundsAndNothingBeyond(
      ZstdDecompressParameter parameter) {
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
        case FORMAT -> options = options.with(ZstdParameter.FORMAT, value);
        case MAX_BLOCK_SIZE -> options = options.with(ZstdParameter.MAX_BLOCK_SIZE, value);
        default -> {}
      }
      assertRoundTrip(options, content);
    }
  }

  /// Parameters of other versions than this one would be found by running this on them.
  @Test
  void everyParameterTheLibraryAdmitsIsTyped() {
    Set<Integer> compression =
        Stream.of(ZstdParameter.values()).map(ZstdParameter::number).collect(Collectors.toSet());
    Set<Integer> decompression =
        Stream.of(ZstdDecompressParameter.values())
            .map(ZstdDecompressParameter::number)
            .collect(Collectors.toSet());
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
  void aParameterTheLibraryLacksIsUnsupportedAndNamed() {
    ZstdParameter newer = ZstdParameter.BLOCK_SPLITTER_LEVEL;
    Assumptions.assumeFalse(newer.isSupported(), "this library has all there are");
    CompressionException e =
        assertThrows(CompressionException.class, () -> ZstdOptions.defaults().with(newer, 1));
    assertEquals(Kind.UNSUPPORTED, e.kind());
    Messages.assertMentions(e, "BLOCK_SPLITTER_LEVEL", "libzstd 1.");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1000, 30_000, 500_000, 3_000_000})
  void aChecksumCatchesWhatTheFormatCannot(int length) {
    byte[] content = TestData.of(TestData.Kind.RANDOM, length);
    ZstdOptions options = ZstdOptions.defaults().checksum(true);
    assertRoundTrip(options, content);
    MemorySegment frame = compress(options, content);
    long last = frame.byteSize() - 1;
    frame.set(ValueLayout.JAVA_BYTE, last, (byte) ~frame.get(ValueLayout.JAVA_BYTE, last));
    MemorySegment out = MemorySegment.ofArray(new byte[length]);
    CompressionException e =
        assertThrows(CompressionException.class, () -> Codec.zstd().decompress(frame, out));
    assertEquals(Kind.CHECKSUM_MISMATCH, e.kind());
    Codec lenient = Codec.zstd(ZstdOptions.defaults().ignoreChecksum(true));
    assertEquals(length, lenient.decompress(frame, out));
  }

  @Test
  void magiclessFramesAreFourBytesShorterAndNeedTheSameOptionToRead() {
    ZstdOptions options = ZstdOptions.defaults().magicless(true);
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
    ZstdOptions options = ZstdOptions.defaults().contentSize(false);
    assertEquals(-1, Codec.zstd().decompressedLength(compress(options, CONTENT)));
    assertRoundTrip(options, CONTENT);
    assertRoundTrip(options, TestData.of(TestData.Kind.TEXT, 100));
  }

  @Test
  void workersCompressTheSameContent() {
    assertRoundTrip(ZstdOptions.defaults().workers(2), CONTENT);
  }

  @Test
  void longDistanceMatchingFindsWhatIsFarAway() {
    byte[] content = TestData.of(TestData.Kind.RANDOM, 6_000_000);
    System.arraycopy(content, 0, content, 4_500_000, 1_500_000);
    ZstdOptions options = ZstdOptions.defaults().longDistanceMatching(27);
    assertTrue(compress(options, content).byteSize() < 4_600_000);
    assertRoundTrip(options, content);
    Tool zstd = Tool.require("zstd");
    byte[] frame = compress(options, content).toArray(ValueLayout.JAVA_BYTE);
    assertArrayEquals(content, zstd.run(frame, "-d", "-c", "--long=27"));
  }
}
