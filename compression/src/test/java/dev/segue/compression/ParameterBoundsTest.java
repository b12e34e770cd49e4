// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Out-of-bounds numbers in the public API are refused before anything is allocated, and computed
/// bounds never overflow.
class ParameterBoundsTest {

  private static final int MOST = Integer.MAX_VALUE;
  private static final int LEAST = Integer.MIN_VALUE;
  private static final MemorySegment EMPTY = MemorySegment.ofArray(new byte[0]);
  private static final MemorySegment SOME = MemorySegment.ofArray(new byte[100]);
  private static final ZstdOptions OPTIONS = ZstdOptions.defaults();

  static List<Codec> codecs() {
    return List.of(
        Codec.zstd(),
        Codec.lz4(),
        Codec.lz4(9),
        Codec.lz4Raw(1),
        Codec.snappy(),
        Codec.gzip(6),
        Codec.brotli(5),
        Codec.stored());
  }

  private static Stream<Arguments> with(
      String call, LongFunction<Executable> calls, long... numbers) {
    return LongStream.of(numbers)
        .mapToObj(number -> Arguments.of(call + " " + number, calls.apply(number)));
  }

  private static Stream<Arguments> withInts(
      String call, IntFunction<Executable> calls, int... numbers) {
    return IntStream.of(numbers)
        .mapToObj(number -> Arguments.of(call + " " + number, calls.apply(number)));
  }

  static Stream<Arguments> calls() {
    Envelope envelope = Envelope.of(CompressionPolicy.of(Codec.zstd()));
    byte[] encoded = envelope.encode(new byte[10]);
    CompressionPolicy policy = CompressionPolicy.of(Codec.zstd());
    List<MemorySegment> samples = List.of(SOME);
    return Stream.of(
            withInts("brotli", n -> () -> Codec.brotli(n), LEAST, -1, 12, MOST),
            withInts("gzip", n -> () -> Codec.gzip(n), LEAST, -1, 13, MOST),
            withInts("lz4", n -> () -> Codec.lz4(n), LEAST, MOST),
            withInts("lz4Raw", n -> () -> Codec.lz4Raw(n), LEAST, MOST),
            withInts("zstd", n -> () -> Codec.zstd(n), LEAST, 23, MOST),
            withInts("level", n -> () -> OPTIONS.withLevel(n), LEAST, 23, MOST),
            withInts("workers", n -> () -> OPTIONS.withWorkers(n), LEAST, -1, MOST),
            withInts("long", n -> () -> OPTIONS.withLongDistanceMatching(n), LEAST, 9, 32, MOST),
            withInts(
                "window", n -> () -> OPTIONS.withDecompressWindowLogMax(n), LEAST, 9, 32, MOST),
            with("minimumLength", n -> () -> policy.withMinimumLength(n), Long.MIN_VALUE, -1),
            withInts("saving", n -> () -> policy.withMinimumSavingPercent(n), -1, 101),
            with("envelope", n -> () -> envelope.maxEncodedLength(n), -1, Long.MAX_VALUE),
            withInts("decode", n -> () -> envelope.decode(encoded, n), LEAST, -1),
            with("decode in", n -> () -> envelope.decode(EMPTY, n, Arena.ofAuto()), -1),
            withInts("train", n -> () -> ZstdDictionary.train(samples, n), LEAST, -1, 255),
            with("begin", n -> () -> begin(n), Long.MIN_VALUE, -2),
            withInts("variant", n -> () -> ZstdFrame.writeSkippable(EMPTY, n, SOME), -1, 16),
            withInts("frame", n -> () -> ZstdSeekable.maxCompressedLength(1, n), LEAST, 0, MOST),
            with("seekable", n -> () -> ZstdSeekable.maxCompressedLength(n, 1000), -5),
            with("long", n -> () -> ZstdSeekable.maxCompressedLength(n, 1000), Long.MAX_VALUE),
            codecs().stream().flatMap(ParameterBoundsTest::callsOf))
        .flatMap(calls -> calls);
  }

  private static Stream<Arguments> callsOf(Codec codec) {
    byte[] compressed = codec.compress(new byte[10]);
    return Stream.of(
            with(codec + " bound", n -> () -> codec.maxCompressedLength(n), Long.MIN_VALUE, -1),
            withInts(codec + " array", n -> () -> codec.decompress(compressed, n), LEAST, -1),
            with(codec + " in", n -> () -> codec.decompress(SOME, n, Arena.ofAuto()), -1))
        .flatMap(calls -> calls);
  }

  private static void begin(long contentLength) {
    try (ZstdCompressor compressor = ZstdCompressor.create(OPTIONS)) {
      compressor.begin(contentLength);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void areChecked(String call, Executable refused) {
    assertThrows(IllegalArgumentException.class, refused, call);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void boundsDoNotOverflow(Codec codec) {
    for (int bits = 0; bits < Long.SIZE; bits++) {
      long length = Long.MAX_VALUE >>> bits;
      long bound;
      try {
        bound = codec.maxCompressedLength(length);
      } catch (IllegalArgumentException e) {
        continue; // more than 63 bits
      }
      assertTrue(bound >= length, codec + ": " + length + ", " + bound);
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void streamsRefuseNegativeLimits(Codec codec) {
    ByteArrayInputStream in = new ByteArrayInputStream(codec.compress(new byte[10]));
    RuntimeException refused =
        assertThrows(RuntimeException.class, () -> codec.decompressing(in, -1).close());
    assertTrue(
        refused instanceof IllegalArgumentException
            || refused instanceof UnsupportedOperationException, // without streams
        refused.toString());
  }

  @Test
  void seekableBoundsCoverTheirContent() {
    long most = 1000L << 27;
    assertTrue(ZstdSeekable.maxCompressedLength(most, 1000) > most);
    assertThrows(
        IllegalArgumentException.class, () -> ZstdSeekable.maxCompressedLength(most + 1, 1000));
    assertEquals(17, ZstdSeekable.maxCompressedLength(0, 1000));
  }

  private static byte[] sample(int number) {
    return ("id=" + number + " name=user" + number % 7).getBytes(UTF_8);
  }

  /// With the maximum dictionary length, training allocates no more than the samples require.
  @Test
  void dictionaryIsNoLongerThanItsSamples() {
    List<MemorySegment> samples =
        IntStream.range(0, 200).mapToObj(i -> MemorySegment.ofArray(sample(i))).toList();
    try (ZstdDictionary dictionary = ZstdDictionary.train(samples, MOST);
        ZstdDictionary same = ZstdDictionary.train(samples, 1 << 20)) {
      assertEquals(same.byteSize(), dictionary.byteSize());
    }
  }
}
