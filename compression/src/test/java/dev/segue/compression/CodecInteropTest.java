// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.StreamFlaws.flawOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.Decoder;
import com.aayushatharva.brotli4j.encoder.Encoder;
import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.Soak;
import dev.segue.compression.testing.TestData;
import dev.segue.compression.testing.Tool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/// Other implementations read Segue's output, and Segue reads theirs.
class CodecInteropTest {

  /// Not 65,535, which `lz4 -BD -B4` 1.9.4 itself fails to compress.
  private static final int[] LENGTHS = {0, 1, 300, 65_536, 65_537, 1_200_000};

  private static final List<List<String>> LZ4_ARGUMENTS =
      List.of(
          List.of("-c"),
          List.of("-c", "-BD", "-B4"),
          List.of("-c", "-BX", "-B5", "--content-size"),
          List.of("-c", "-9", "--no-frame-crc"),
          List.of("-c", "-BD", "-B6", "-BX"));

  @Test
  void lz4FramesOfEveryLevelAreReadByTheCommandLineTool() throws IOException {
    Tool lz4 = Tool.require("lz4");
    byte[] content = TestData.of(TestData.Kind.JSON, 300_000);
    for (int level : new int[] {-65_536, -5, 0, 1, 2, 3, 9, 10, 12}) {
      byte[] frame = Codec.lz4(level).compress(content);
      assertArrayEquals(content, lz4.run(frame, "-d", "-c"), "level=" + level);
      var out = new ByteArrayOutputStream();
      try (OutputStream compressing = Codec.lz4(level).compressing(out)) {
        compressing.write(content);
      }
      assertArrayEquals(content, lz4.run(out.toByteArray(), "-d", "-c"), "level=" + level);
    }
  }

  @ParameterizedTest
  @EnumSource(TestData.Kind.class)
  @SuppressWarnings("EnumOrdinal") // only distributes the cases
  void lz4FramesAgreeWithTheCommandLineTool(TestData.Kind kind) throws IOException {
    Tool lz4 = Tool.require("lz4");
    Codec codec = Codec.lz4();
    for (int i = 0; i < LENGTHS.length; i++) {
      int length = LENGTHS[i];
      byte[] content = TestData.of(kind, length);
      assertArrayEquals(content, lz4.run(codec.compress(content), "-d", "-c"));
      for (int j = 0; j < LZ4_ARGUMENTS.size(); j++) {
        if (!Soak.IS_ON && (i + j + kind.ordinal()) % 3 != 0) {
          continue; // combines each length and each argument with different kinds
        }
        List<String> arguments = LZ4_ARGUMENTS.get(j);
        byte[] theirs = lz4.run(content, arguments.toArray(String[]::new));
        assertArrayEquals(content, codec.decompress(theirs, length), arguments.toString());
        try (InputStream in = codec.decompressing(new ByteArrayInputStream(theirs), length)) {
          assertArrayEquals(content, in.readAllBytes(), arguments.toString());
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-c", "-BX"})
  void lz4ChecksumsAreVerified(String option) throws IOException {
    Tool lz4 = Tool.require("lz4");
    byte[] content = TestData.of(TestData.Kind.RANDOM, 10_000); // content in stored blocks
    byte[] frame = lz4.run(content, option, "-c");
    frame[5000] ^= 1;
    CompressionException e =
        assertThrows(CompressionException.class, () -> Codec.lz4().decompress(frame, 10_000));
    assertEquals(Kind.CHECKSUM_MISMATCH, e.kind());
    try (InputStream in = Codec.lz4().decompressing(new ByteArrayInputStream(frame), 10_000)) {
      e = flawOf(in::readAllBytes);
      assertEquals(Kind.CHECKSUM_MISMATCH, e.kind());
    }
  }

  @ParameterizedTest
  @EnumSource(TestData.Kind.class)
  void gzipAgreesWithTheCommandLineToolAndTheJdk(TestData.Kind kind) throws IOException {
    Tool gzip = Tool.require("gzip");
    Codec codec = Codec.gzip();
    for (int each : LENGTHS) {
      int length = Soak.IS_ON ? each : Math.min(each, 300_000);
      byte[] content = TestData.of(kind, length);
      byte[] ours = codec.compress(content);
      assertArrayEquals(content, gzip.run(ours, "-d", "-c"));
      assertArrayEquals(
          content, new GZIPInputStream(new ByteArrayInputStream(ours)).readAllBytes());
      assertArrayEquals(content, codec.decompress(gzip.run(content, "-c"), length));
      ByteArrayOutputStream members = new ByteArrayOutputStream();
      for (int i = 0; i < 2; i++) {
        try (GZIPOutputStream out = new GZIPOutputStream(members)) {
          out.write(content);
        }
      }
      byte[] twice = Arrays.copyOf(content, 2 * length);
      System.arraycopy(content, 0, twice, length, length);
      assertArrayEquals(twice, codec.decompress(members.toByteArray(), 2 * length));
    }
  }

  @ParameterizedTest
  @EnumSource(TestData.Kind.class)
  void snappyAgreesWithSnappyJava(TestData.Kind kind) throws IOException {
    Codec codec = Codec.snappy();
    for (int length : LENGTHS) {
      byte[] content = TestData.of(kind, length);
      assertArrayEquals(content, Snappy.uncompress(codec.compress(content)));
      assertArrayEquals(content, codec.decompress(Snappy.compress(content), length));
    }
  }

  @ParameterizedTest
  @EnumSource(TestData.Kind.class)
  void brotliAgreesWithBrotli4j(TestData.Kind kind) throws IOException {
    Brotli4jLoader.ensureAvailability();
    for (int quality : new int[] {0, 1, 5, 9, 11}) {
      Codec codec = Codec.brotli(quality);
      Encoder.Parameters parameters = new Encoder.Parameters().setQuality(quality);
      int most = Soak.IS_ON ? 300_000 : 100_000;
      int[] lengths = Soak.IS_ON || quality < 9 ? LENGTHS : new int[] {0, 300, 65_537};
      for (int length : lengths) {
        byte[] content = TestData.of(kind, Math.min(length, quality > 9 ? 70_000 : most));
        byte[] ours = codec.compress(content);
        assertArrayEquals(content, Decoder.decompress(ours).getDecompressedData());
        byte[] theirs = Encoder.compress(content, parameters);
        assertArrayEquals(content, codec.decompress(theirs, content.length));
      }
    }
  }

  /// Windows of 16 MiB, which Segue does not write, are read; the larger windows of another format
  /// are not.
  @Test
  void brotliHasWindowsOfUpTo16Megabytes() throws IOException {
    byte[] content = TestData.of(TestData.Kind.JSON, 20_000_000);
    Encoder.Parameters parameters = new Encoder.Parameters().setQuality(1).setWindow(24);
    byte[] compressed = Encoder.compress(content, parameters);
    assertArrayEquals(content, Codec.brotli().decompress(compressed, content.length));
    // The first byte of the large-window format, followed by the bits of its window size.
    byte[] large = compressed.clone();
    large[0] = 0x11;
    CompressionException e =
        assertThrows(
            CompressionException.class, () -> Codec.brotli().decompress(large, content.length));
    assertEquals(Kind.UNSUPPORTED, e.kind());
  }

  @Test
  void bytesAfterABrotliStreamAreAnError() throws IOException {
    byte[] compressed = Codec.brotli().compress(new byte[1000]);
    byte[] longer = Arrays.copyOf(compressed, compressed.length + 1);
    CompressionException e =
        assertThrows(CompressionException.class, () -> Codec.brotli().decompress(longer, 1000));
    assertEquals(Kind.MALFORMED_INPUT, e.kind());
    assertEquals(compressed.length, e.offset());
    try (InputStream in = Codec.brotli().decompressing(new ByteArrayInputStream(longer), 1000)) {
      e = flawOf(in::readAllBytes);
      assertEquals(Kind.MALFORMED_INPUT, e.kind());
      assertEquals(compressed.length, e.offset());
    }
  }
}
