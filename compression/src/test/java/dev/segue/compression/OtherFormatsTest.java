// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.StreamFlaws.flawOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.Tool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xerial.snappy.SnappyFramedOutputStream;
import org.xerial.snappy.SnappyOutputStream;

/// Valid input in a format that a codec does not read: the error names the format instead of
/// reporting damage.
class OtherFormatsTest {

  private static final byte[] CONTENT = "content, ".repeat(100).getBytes(StandardCharsets.US_ASCII);

  private static List<CompressionException> failures(Codec codec, byte[] input) throws IOException {
    MemorySegment heap = MemorySegment.ofArray(input);
    List<CompressionException> all = new ArrayList<>();
    all.add(
        assertThrows(
            CompressionException.class,
            () -> codec.decompress(heap, MemorySegment.ofArray(new byte[2000]))));
    all.add(
        assertThrows(
            CompressionException.class,
            () -> codec.decompress(heap, MemorySegment.ofArray(new byte[1]))));
    all.add(assertThrows(CompressionException.class, () -> codec.decompress(input, 2000)));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocate(input.length).copyFrom(heap);
      all.add(
          assertThrows(
              CompressionException.class, () -> codec.decompress(source, arena.allocate(2000))));
    }
    if (codec.format() != CompressionFormat.SNAPPY && codec.format() != CompressionFormat.LZ4_RAW) {
      try (InputStream in = codec.decompressing(new ByteArrayInputStream(input), 2000)) {
        all.add(flawOf(in::readAllBytes));
      }
    }
    return all;
  }

  private static void assertNamed(Kind kind, String name, Codec codec, byte[] input)
      throws IOException {
    for (CompressionException e : failures(codec, input)) {
      String message = String.valueOf(e.getMessage());
      assertEquals(kind, e.kind(), message);
      assertTrue(message.contains(name), message);
      assertTrue(kind != Kind.UNSUPPORTED || message.contains("not supported"), message);
    }
  }

  private static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits.replace(" ", ""));
  }

  /// An empty stream with a window of 1 GiB.
  @Test
  void largeWindowsOfBrotliAreNamed() throws IOException {
    assertNamed(Kind.UNSUPPORTED, "large window", Codec.brotli(), hex("11de"));
  }

  @Test
  void legacyFramesOfLz4AreNamed() throws IOException {
    byte[] legacy = Tool.require("lz4").run(CONTENT, "-l", "-c");
    assertNamed(Kind.UNSUPPORTED, "legacy", Codec.lz4(), legacy);
    byte[] behind = Codec.lz4().compress(new byte[1]);
    byte[] both = Arrays.copyOf(behind, behind.length + legacy.length);
    System.arraycopy(legacy, 0, both, behind.length, legacy.length);
    for (CompressionException e : failures(Codec.lz4(), both)) {
      assertEquals(behind.length, e.offset(), e.getMessage());
    }
  }

  @ParameterizedTest
  @CsvSource({"80", "62"}) // another version; a reserved flag
  void laterFramesOfLz4AreNamed(String flags) throws IOException {
    byte[] frame = hex("04224d18" + flags + "40c0 00000000");
    assertNamed(Kind.UNSUPPORTED, "version or flags", Codec.lz4(), frame);
  }

  @ParameterizedTest
  @CsvSource({"fd2fb51e", "22b52ffd", "25b52ffd", "27b52ffd"})
  void framesBeforeZstd08AreNamed(String magic) throws IOException {
    assertNamed(Kind.UNSUPPORTED, "zstd 0.7 or older", Codec.zstd(), hex(magic + "00000000"));
  }

  @Test
  void framedSnappyIsNamed() throws IOException {
    ByteArrayOutputStream framed = new ByteArrayOutputStream();
    try (var out = new SnappyFramedOutputStream(framed)) {
      out.write(CONTENT);
    }
    assertNamed(Kind.UNSUPPORTED, "framed", Codec.snappy(), framed.toByteArray());
    ByteArrayOutputStream xerial = new ByteArrayOutputStream();
    try (var out = new SnappyOutputStream(xerial)) {
      out.write(CONTENT);
    }
    assertNamed(Kind.UNSUPPORTED, "framed", Codec.snappy(), xerial.toByteArray());
  }

  @Test
  void zlibIsNamedByGzip() throws IOException {
    ByteArrayOutputStream zlib = new ByteArrayOutputStream();
    try (var out = new DeflaterOutputStream(zlib)) {
      out.write(CONTENT);
    }
    assertNamed(Kind.UNSUPPORTED, "zlib", Codec.gzip(), zlib.toByteArray());
  }

  @Test
  void reservedFlagsOfGzipAreNamed() throws IOException {
    byte[] flags = Codec.gzip().compress(CONTENT);
    flags[3] |= (byte) 0x80;
    assertNamed(Kind.UNSUPPORTED, "flags", Codec.gzip(), flags);
  }

  @Test
  void formatsOfOtherCodecsAreNamed() throws IOException {
    byte[] gzip = Codec.gzip().compress(CONTENT);
    byte[] zstd = Codec.zstd().compress(CONTENT);
    byte[] lz4 = Codec.lz4().compress(CONTENT);
    assertNamed(Kind.MALFORMED_INPUT, "begins like gzip", Codec.zstd(), gzip);
    assertNamed(Kind.MALFORMED_INPUT, "begins like zstd", Codec.lz4(), zstd);
    assertNamed(Kind.MALFORMED_INPUT, "begins like an LZ4 frame", Codec.gzip(), lz4);
    assertNamed(Kind.MALFORMED_INPUT, "begins like an LZ4 frame", Codec.lz4Raw(), lz4);
    assertNamed(Kind.MALFORMED_INPUT, "begins like an LZ4 frame", Codec.zstd(), lz4);
  }

  /// Skippable frames are part of the format.
  @Test
  void skippableFramesHaveNoContent() throws IOException {
    byte[] skippable = hex("502a4d18 02000000 6869");
    for (Codec codec : List.of(Codec.zstd(), Codec.lz4())) {
      assertEquals(0, codec.decompress(skippable, 10).length);
      try (InputStream in = codec.decompressing(new ByteArrayInputStream(skippable), 10)) {
        assertEquals(-1, in.read());
      }
    }
  }
}
