// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.StreamFlaws.flawOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Handcrafted RFC 8878 frames: each form of the header, each type of block, and errors.
class ZstdFormatTest {

  private static final HexFormat HEX = HexFormat.of();
  private static final String MAGIC = "28b52ffd";

  /// Decompresses from and to each kind of memory, and as a stream; all results must agree.
  private static byte[] decompress(byte[] frame, int room) throws IOException {
    byte[] fromHeap = new byte[room];
    Codec codec = Codec.zstd();
    int length =
        (int) codec.decompress(MemorySegment.ofArray(frame), MemorySegment.ofArray(fromHeap));
    byte[] content = Arrays.copyOf(fromHeap, length);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(room);
      MemorySegment in = arena.allocateFrom(ValueLayout.JAVA_BYTE, frame);
      assertEquals(length, codec.decompress(in, out));
      assertArrayEquals(content, out.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
    }
    try (var stream = codec.decompressing(new ByteArrayInputStream(frame), room)) {
      assertArrayEquals(content, stream.readAllBytes());
    }
    return content;
  }

  private static CompressionException failure(String hex) {
    byte[] frame = HEX.parseHex(hex);
    MemorySegment out = MemorySegment.ofArray(new byte[1000]);
    CompressionException heap =
        assertThrows(
            CompressionException.class,
            () -> Codec.zstd().decompress(MemorySegment.ofArray(frame), out));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment in = arena.allocateFrom(ValueLayout.JAVA_BYTE, frame);
      MemorySegment nativeOut = arena.allocate(1000);
      CompressionException other =
          assertThrows(CompressionException.class, () -> Codec.zstd().decompress(in, nativeOut));
      assertEquals(heap.kind(), other.kind());
      assertEquals(heap.offset(), other.offset());
    }
    return heap;
  }

  /// Descriptors for 5 bytes of content, each with the fields that it requires.
  static List<String> headers() {
    return List.of(
        "2005", // single segment, 1 byte of content size
        "0000", // window only
        "0058", // a different window
        "a005000000", // single segment, 4 bytes
        "e00500000000000000", // single segment, 8 bytes
        "8000" + "05000000", // window, 4 bytes
        "c000" + "0500000000000000", // window, 8 bytes
        "2100" + "05", // dictionary id of 1 byte, zero: none
        "22000005", // of 2 bytes
        "230000000005"); // of 4 bytes
  }

  @ParameterizedTest
  @MethodSource("headers")
  void everyFormOfTheHeaderIsRead(String header) throws IOException {
    String raw = MAGIC + header + "290000" + "68656c6c6f";
    assertEquals("hello", text(decompress(HEX.parseHex(raw), 5)));
    String rle = MAGIC + header + "2b0000" + "78";
    assertEquals("xxxxx", text(decompress(HEX.parseHex(rle), 5)));
    int headerLength = ZstdFrame.at(MemorySegment.ofArray(HEX.parseHex(raw)), 0).headerLength();
    assertEquals(4 + header.length() / 2, headerLength);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  @Test
  void twoBytesOfContentSizeCountFrom256() throws IOException {
    String frame = MAGIC + "600000" + "030800" + "61";
    assertEquals(256, decompress(HEX.parseHex(frame), 256).length);
    assertEquals(256, Codec.zstd().decompressedLength(MemorySegment.ofArray(HEX.parseHex(frame))));
  }

  @Test
  void blocksOfSeveralTypesFormOneContent() throws IOException {
    String frame = MAGIC + "0058" + "100000" + "6162" + "1a0000" + "63" + "010000";
    assertEquals("abccc", text(decompress(HEX.parseHex(frame), 10)));
  }

  @Test
  void emptyFrameHasNoContent() throws IOException {
    assertEquals(0, decompress(HEX.parseHex(MAGIC + "2000010000"), 0).length);
    assertEquals(0, decompress(HEX.parseHex(MAGIC + "0058010000"), 10).length);
  }

  @Test
  void skippableFramesOfEveryVariantAreSkipped() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int variant = 0; variant < 16; variant++) {
      all.write(HEX.parseHex("%02x2a4d18".formatted(0x50 + variant) + "03000000" + "ffffff"));
    }
    all.write(HEX.parseHex(MAGIC + "2001" + "090000" + "61"));
    all.write(HEX.parseHex("502a4d18" + "00000000"));
    assertEquals("a", text(decompress(all.toByteArray(), 1)));
  }

  @ParameterizedTest
  @CsvSource({
    "28b52ffd2805290000 68656c6c6f, MALFORMED_INPUT, 4", // reserved bit of the descriptor
    "28b52ffd2005 2f0000 68656c6c6f, MALFORMED_INPUT, 6", // reserved block type
    "28b52ffc2005 290000 68656c6c6f, MALFORMED_INPUT, 0", // another magic
    "27b52ffd2005 290000 68656c6c6f, UNSUPPORTED, 0", // zstd 0.7
    "28b52ffd2006 290000 68656c6c6f, MALFORMED_INPUT, 0", // stated length too large
    "28b52ffd2105 03 290000 68656c6c6f, WRONG_DICTIONARY, 0", // dictionary 5
    "28b52ffd2005 290000 68656c6c6f 28b52f, MALFORMED_INPUT, 14", // a second frame, truncated
    "28b52ffd2005 290000 68656c6c6f 00000000, MALFORMED_INPUT, 14", // trailing bytes
    "28b52ffde0feffffffffffffff 290000 68656c6c6f, MALFORMED_INPUT, 0", // 2^64 - 2 stated
    "28b52ffde0ffffffffffffffff 290000 68656c6c6f, MALFORMED_INPUT, 0", // libzstd: "unknown"
    "502a4d18 05000000 01020304, MALFORMED_INPUT, 0", // skippable, truncated
    "502a4d18 ffffffff 01020304, MALFORMED_INPUT, 0",
    "28b52ffd2405 290000 68656c6c6f 00000000, CHECKSUM_MISMATCH, 0",
  })
  void errorHasTheOffset(String hex, Kind kind, long offset) {
    CompressionException e = failure(hex.replace(" ", ""));
    assertEquals(kind, e.kind(), e.getMessage());
    assertEquals(offset, e.offset(), e.getMessage());
  }

  /// Found by fuzzing: builds of libzstd with legacy support decode frames of zstd 0.1 to 0.7.
  @Test
  void formatsBeforeTheStandardAreRefused() throws IOException {
    String legacy = "26b52ffd16fd16b5";
    assertEquals(Kind.UNSUPPORTED, failure(legacy).kind());
    String behind = MAGIC + "2001" + "090000" + "61" + legacy;
    CompressionException e = failure(behind);
    assertEquals(Kind.UNSUPPORTED, e.kind());
    assertEquals(10, e.offset());
    for (String hex : List.of(legacy, behind)) {
      var bytes = new ByteArrayInputStream(HEX.parseHex(hex));
      try (var stream = Codec.zstd().decompressing(bytes, 1000)) {
        e = flawOf(stream::readAllBytes);
        assertEquals(Kind.UNSUPPORTED, e.kind());
      }
    }
  }

  /// Found by fuzzing: libzstd 1.5.6 reports this as an error without a name.
  @Test
  void corruptTablesAreMalformedInput() {
    CompressionException e =
        failure("28b52ffdb5002867676783002b100401000000000000000000000000010000" + "0400008d8d8d");
    assertEquals(Kind.MALFORMED_INPUT, e.kind(), e.getMessage());
  }

  @Test
  void tooSmallStatedLengthIsAnError() {
    CompressionException e = failure(MAGIC + "2004" + "290000" + "68656c6c6f");
    assertEquals(Kind.MALFORMED_INPUT, e.kind(), e.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "f8", "a0"})
  void windowLimitAppliesToStreamsButNotToSegments(String window) throws IOException {
    String hex = MAGIC + "00" + window + "290000" + "68656c6c6f";
    byte[] frame = HEX.parseHex(hex);
    try (ZstdDecompressor decompressor = ZstdDecompressor.create(ZstdOptions.defaults())) {
      MemorySegment out = MemorySegment.ofArray(new byte[10]);
      CompressionException e =
          assertThrows(
              CompressionException.class,
              () -> decompressor.step(MemorySegment.ofArray(frame), out));
      assertTrue(e.kind() == Kind.LIMIT_EXCEEDED || e.kind() == Kind.UNSUPPORTED, e.getMessage());
    }
    long before = CompressionMemory.bytesInUse();
    try {
      byte[] out = new byte[5];
      Codec.zstd().decompress(MemorySegment.ofArray(frame), MemorySegment.ofArray(out));
      assertEquals("hello", text(out));
    } catch (CompressionException e) {
      assertEquals(Kind.LIMIT_EXCEEDED, e.kind()); // windows of 2^32 and more
    }
    assertTrue(CompressionMemory.bytesInUse() - before < 1 << 20);
  }

  @Nested
  class Truncation {

    @ParameterizedTest
    @ValueSource(
        strings = {
          "28b52ffd2405290000" + "68656c6c6f" + "9a1b2c3d",
          "28b52ffd0058" + "100000" + "6162" + "1a0000" + "63" + "010000",
          "28b52ffde30000000005000000000000002b000078",
          "5a2a4d18040000000102030428b52ffd2005290000" + "68656c6c6f"
        })
    void anywhereIsMalformedInput(String hex) {
      byte[] frame = HEX.parseHex(hex);
      for (int end = 0; end < frame.length; end++) {
        if (end == 12 && frame[0] == 0x5a) {
          continue; // ends with the skippable frame, so it is complete
        }
        CompressionException e = failure(HEX.formatHex(frame, 0, end));
        assertEquals(Kind.MALFORMED_INPUT, e.kind(), "end=" + end + " " + e.getMessage());
        assertTrue(e.offset() >= 0 && e.offset() <= end, "end=" + end + " " + e.getMessage());
      }
    }
  }
}
