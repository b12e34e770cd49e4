// SPDX-License-Identifier: Apache-2.0
package dev.segue.golden;

import static dev.segue.golden.GoldenFile.found;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.compression.Codec;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.Envelope;
import dev.segue.compression.ZstdCompressionParameter;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import dev.segue.compression.ZstdSeekable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Compressed content of every codec, as a block or frame, as a stream and in an envelope. Other
/// versions of the native libraries produce other bytes; only stored content and the headers of
/// envelopes are always the same.
class CompressedTest {

  private static final GoldenFile FILE = new GoldenFile("compressed.txt");
  private static final GoldenFile FIXED = new GoldenFile("stored.txt");
  private static final int MAX = 1 << 16;
  private static final int FRAME = 256;

  private static final byte[] CONTENT =
      IntStream.range(0, 32)
          .mapToObj(
              i -> "{\"id\":%d,\"article\":\"tea\",\"quantity\":%d}".formatted(4711 + i, i % 7))
          .collect(Collectors.joining("\n"))
          .getBytes(UTF_8);

  /// A value that benefits from a dictionary.
  private static final byte[] SMALL =
      "{\"id\":9999,\"article\":\"tea\",\"quantity\":3}".getBytes(UTF_8);

  static List<String> versions() {
    return FILE.versions();
  }

  private static Map<String, Codec> codecs() {
    ZstdOptions defaults = ZstdOptions.defaults();
    Map<String, Codec> codecs = new LinkedHashMap<>();
    codecs.put("stored", Codec.stored());
    codecs.put("zstd", Codec.zstd());
    codecs.put("zstd 19", Codec.zstd(19));
    codecs.put("zstd with checksum", Codec.zstd(defaults.withChecksum(true)));
    codecs.put(
        "zstd with long distances",
        Codec.zstd(defaults.with(ZstdCompressionParameter.LONG_DISTANCE_MATCHING, 1)));
    codecs.put("lz4", Codec.lz4());
    codecs.put("lz4 9", Codec.lz4(9));
    codecs.put("lz4 raw", Codec.lz4Raw());
    codecs.put("snappy", Codec.snappy());
    codecs.put("gzip", Codec.gzip());
    codecs.put("brotli", Codec.brotli());
    return codecs;
  }

  private static ZstdDictionary trained() {
    List<MemorySegment> samples =
        IntStream.range(0, 600)
            .mapToObj(
                i -> "{\"id\":%d,\"article\":\"tea\",\"quantity\":%d}".formatted(i * 7, i % 9))
            .map(text -> MemorySegment.ofArray(text.getBytes(UTF_8)))
            .toList();
    return ZstdDictionary.train(samples, 512);
  }

  private static Codec with(ZstdDictionary dictionary) {
    return Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary));
  }

  private static boolean hasStreams(String name) {
    return !name.equals("lz4 raw") && !name.equals("snappy");
  }

  @Test
  void thisVersionWritesTheSameCases() throws IOException {
    Map<String, byte[]> written = new TreeMap<>();
    for (Map.Entry<String, Codec> entry : codecs().entrySet()) {
      Codec codec = entry.getValue();
      written.put(entry.getKey(), codec.compress(CONTENT));
      written.put(entry.getKey() + ", envelope", Envelope.of(codec).encode(CONTENT));
      if (hasStreams(entry.getKey())) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream compressing = codec.compressing(out)) {
          compressing.write(CONTENT);
        }
        written.put(entry.getKey() + ", stream", out.toByteArray());
      }
    }
    try (ZstdDictionary dictionary = trained();
        ZstdDictionary raw = ZstdDictionary.of(CONTENT)) {
      written.put("dictionary", dictionary.toByteArray());
      written.put("zstd with dictionary", with(dictionary).compress(SMALL));
      written.put("zstd with dictionary, envelope", smallValues(dictionary).encode(SMALL));
      written.put("zstd with raw dictionary, envelope", smallValues(raw).encode(SMALL));
    }
    byte[] seekable = new byte[(int) ZstdSeekable.maxCompressedLength(CONTENT.length, FRAME)];
    long length =
        ZstdSeekable.compress(
            MemorySegment.ofArray(CONTENT),
            MemorySegment.ofArray(seekable),
            ZstdOptions.defaults(),
            FRAME);
    written.put("zstd seekable", Arrays.copyOf(seekable, (int) length));
    // The bodies depend on the native libraries; the first byte of an envelope states version and
    // codec.
    FILE.compareNames(written);
    Map<String, byte[]> fixed = new TreeMap<>();
    written.forEach((name, bytes) -> {
      if (name.startsWith("stored")) {
        fixed.put(name, bytes);
      } else if (name.endsWith("envelope")) {
        boolean isSmall = name.contains("dictionary");
        fixed.put(name + ", header", Arrays.copyOf(bytes, isSmall ? 2 : 3));
      }
    });
    FIXED.compare(fixed);
  }

  private static Envelope smallValues(ZstdDictionary dictionary) {
    return Envelope.of(CompressionPolicy.of(with(dictionary)).withMinimumLength(1));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void readsAllVersions(String version) throws IOException {
    Map<String, byte[]> all = FILE.of(version);
    for (Map.Entry<String, Codec> entry : codecs().entrySet()) {
      String name = entry.getKey();
      Codec codec = entry.getValue();
      assertArrayEquals(CONTENT, codec.decompress(found(all, name), MAX), name);
      byte[] envelope = found(all, name + ", envelope");
      assertArrayEquals(CONTENT, Envelope.of(Codec.zstd()).decode(envelope, MAX), name);
      if (hasStreams(name)) {
        InputStream stream = new ByteArrayInputStream(found(all, name + ", stream"));
        try (InputStream content = codec.decompressing(stream, MAX)) {
          assertArrayEquals(CONTENT, content.readAllBytes(), name);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void contentWithDictionariesIsRead(String version) {
    Map<String, byte[]> all = FILE.of(version);
    try (ZstdDictionary dictionary = ZstdDictionary.of(found(all, "dictionary"));
        ZstdDictionary raw = ZstdDictionary.of(CONTENT)) {
      byte[] frame = found(all, "zstd with dictionary");
      assertArrayEquals(SMALL, with(dictionary).decompress(frame, MAX));
      byte[] envelope = found(all, "zstd with dictionary, envelope");
      assertArrayEquals(SMALL, smallValues(dictionary).decode(envelope, MAX));
      envelope = found(all, "zstd with raw dictionary, envelope");
      assertArrayEquals(SMALL, smallValues(raw).decode(envelope, MAX));
    }
  }

  @ParameterizedTest
  @MethodSource("versions")
  void partsOfSeekableContentAreRead(String version) {
    MemorySegment source = MemorySegment.ofArray(found(FILE.of(version), "zstd seekable"));
    ZstdSeekable seekable = ZstdSeekable.open(source);
    assertEquals(CONTENT.length, seekable.contentLength());
    byte[] part = new byte[500];
    assertEquals(part.length, seekable.read(700, MemorySegment.ofArray(part)));
    assertArrayEquals(Arrays.copyOfRange(CONTENT, 700, 1200), part);
  }

  @ParameterizedTest
  @MethodSource("versions")
  void everyCaseIsTested(String version) {
    Map<String, byte[]> all = FILE.of(version);
    long ofCodecs =
        codecs().size() * 2L
            + codecs().keySet().stream().filter(CompressedTest::hasStreams).count();
    assertEquals(ofCodecs + 5, all.size());
  }
}
