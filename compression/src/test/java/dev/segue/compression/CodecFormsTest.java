// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.StreamFlaws.flawOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The buffer, array and channel methods of every codec.
class CodecFormsTest {

  private final byte[] content = TestData.of(TestData.Kind.TEXT, 10_000);

  static Stream<Codec> codecs() {
    return EveryCodecTest.codecs();
  }

  static Stream<Codec> codecsWithStreams() {
    return EveryCodecTest.codecsWithStreams();
  }

  static Stream<Codec> codecsWithoutStreams() {
    return Stream.of(Codec.lz4Raw(), Codec.snappy());
  }

  private static ByteBuffer allocate(boolean direct, int capacity) {
    return direct ? ByteBuffer.allocateDirect(capacity) : ByteBuffer.allocate(capacity);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void bufferPositionsMovePastReadAndWrittenBytes(Codec codec) {
    for (int mix = 0; mix < 4; mix++) {
      boolean direct = (mix & 1) != 0;
      boolean otherDirect = (mix & 2) != 0;
      ByteBuffer source = allocate(direct, 10_010).position(10).put(content).flip().position(10);
      ByteBuffer compressed = allocate(otherDirect, 30_000).position(5);
      int written = codec.compress(source.asReadOnlyBuffer(), compressed);
      assertEquals(5 + written, compressed.position());
      assertEquals(10, source.position());
      codec.compress(source, compressed.duplicate());
      assertEquals(10_010, source.position());
      ByteBuffer frame = compressed.flip().position(5);
      ByteBuffer back = allocate(direct, 10_020).position(20);
      assertEquals(10_000, codec.decompress(frame, back));
      assertEquals(0, frame.remaining());
      assertEquals(10_020, back.position());
      byte[] bytes = new byte[10_000];
      back.flip().position(20).get(bytes);
      assertArrayEquals(content, bytes);
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void slicesOfBuffersAreRespected(Codec codec) {
    byte[] array = new byte[30_000];
    System.arraycopy(content, 0, array, 500, 10_000);
    ByteBuffer source = ByteBuffer.wrap(array, 500, 10_000).slice();
    ByteBuffer compressed = ByteBuffer.allocateDirect(40_000).position(7).slice();
    codec.compress(source, compressed);
    ByteBuffer back = ByteBuffer.wrap(array, 15_000, 10_000).slice();
    codec.decompress(compressed.flip(), back);
    assertEquals(0, back.remaining());
    assertEquals(source.rewind(), back.rewind());
    assertEquals(0, array[14_999]);
    assertEquals(0, array[25_000]);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void tooSmallBufferKeepsItsPosition(Codec codec) {
    ByteBuffer source = ByteBuffer.wrap(content).position(3);
    for (boolean direct : new boolean[] {false, true}) {
      ByteBuffer small = allocate(direct, 10).position(2);
      CompressionException e =
          assertThrows(CompressionException.class, () -> codec.compress(source, small));
      assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
      assertEquals(3, source.position());
      assertEquals(2, small.position());
      ByteBuffer compressed = ByteBuffer.wrap(codec.compress(content));
      e = assertThrows(CompressionException.class, () -> codec.decompress(compressed, small));
      assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
      assertEquals(0, compressed.position());
      assertEquals(2, small.position());
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void readOnlyBufferIsRefusedAsDestination(Codec codec) {
    ByteBuffer readOnly = ByteBuffer.allocate(20_000).asReadOnlyBuffer();
    ByteBuffer compressed = ByteBuffer.wrap(codec.compress(content));
    assertThrows(
        IllegalArgumentException.class, () -> codec.compress(ByteBuffer.wrap(content), readOnly));
    assertThrows(IllegalArgumentException.class, () -> codec.decompress(compressed, readOnly));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void arraysRoundTrip(Codec codec) {
    assertArrayEquals(content, codec.decompress(codec.compress(content), 10_000));
    assertArrayEquals(content, codec.decompress(codec.compress(content), Integer.MAX_VALUE));
    assertArrayEquals(new byte[0], codec.decompress(codec.compress(new byte[0]), 0));
    assertThrows(IllegalArgumentException.class, () -> codec.decompress(content, -1));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void rangesOfArraysAreRespected(Codec codec) {
    byte[] around = new byte[10_050];
    System.arraycopy(content, 0, around, 30, 10_000);
    byte[] compressed = codec.compress(around, 30, 10_000);
    assertArrayEquals(codec.compress(content), compressed);
    assertEquals(
        codec.decompressedLength(MemorySegment.ofArray(compressed)),
        codec.decompressedLength(compressed));
    byte[] compressedAround = new byte[compressed.length + 9];
    System.arraycopy(compressed, 0, compressedAround, 4, compressed.length);
    assertArrayEquals(content, codec.decompress(compressedAround, 4, compressed.length, 10_000));
    assertArrayEquals(new byte[0], codec.decompress(codec.compress(around, 10_050, 0), 0));
    assertThrows(IndexOutOfBoundsException.class, () -> codec.compress(around, 51, 10_000));
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> codec.decompress(compressedAround, 10, compressed.length, 10_000));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void allocatorsGetSegmentsOfExactlyTheLength(Codec codec) {
    try (Arena arena = Arena.ofConfined()) {
      for (int length : new int[] {0, 1, 10_000, 300_000}) {
        byte[] bytes = TestData.of(TestData.Kind.JSON, length);
        MemorySegment compressed = codec.compress(MemorySegment.ofArray(bytes), arena);
        assertArrayEquals(codec.compress(bytes), compressed.toArray(ValueLayout.JAVA_BYTE));
        for (long maxLength : new long[] {length, length + 1, Long.MAX_VALUE}) {
          MemorySegment back = codec.decompress(compressed, maxLength, arena);
          assertArrayEquals(bytes, back.toArray(ValueLayout.JAVA_BYTE));
        }
        if (length > 0) {
          assertLimit(() -> codec.decompress(compressed, length - 1, arena));
        }
      }
      MemorySegment some = arena.allocate(10);
      assertThrows(IllegalArgumentException.class, () -> codec.decompress(some, -1, arena));
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  @SuppressWarnings("NullAway") // intended by the test
  void nullAllocatorIsRefused(Codec codec) {
    MemorySegment some = MemorySegment.ofArray(new byte[10]);
    assertThrows(NullPointerException.class, () -> codec.compress(some, (Arena) null));
    assertThrows(NullPointerException.class, () -> codec.decompress(some, 1, null));
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void framesFromStreamsAreReadIntoAnArena(Codec codec) throws IOException {
    for (int length : new int[] {0, 1, 500_000}) {
      byte[] bytes = TestData.of(TestData.Kind.JSON, length);
      var out = new ByteArrayOutputStream();
      try (OutputStream compressing = codec.compressing(out)) {
        compressing.write(bytes);
      }
      long before = CompressionMemory.bytesInUse();
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment source = MemorySegment.ofArray(out.toByteArray());
        MemorySegment back = codec.decompress(source, 1 << 20, arena);
        assertArrayEquals(bytes, back.toArray(ValueLayout.JAVA_BYTE));
        if (length > 0) {
          assertLimit(() -> codec.decompress(source, length - 1, arena));
        }
      }
      CompressionMemory.releaseIdle();
      assertTrue(CompressionMemory.bytesInUse() <= before);
    }
  }

  private static void assertLimit(Executable call) {
    assertEquals(Kind.LIMIT_EXCEEDED, assertThrows(CompressionException.class, call).kind());
  }

  /// Small sources that state the longest content that their structure allows.
  @Test
  void forgedLengthDoesNotDetermineTheAllocation() {
    byte[] zstd = HexFormat.of().parseHex("28b52ffd" + "a0" + "00100000" + "050000");
    // The last block is a compressed block of length 0: corrupt, but it could have 128 KiB of
    // content.
    byte[] snappy = HexFormat.of().parseHex("8080808008" + "00");
    byte[] lz4 = Codec.lz4().compress(content);
    lz4[6 + 3] = 0x7F; // content size, which invalidates the header's checksum
    for (Map.Entry<Codec, byte[]> hostile :
        Map.of(Codec.zstd(), zstd, Codec.snappy(), snappy, Codec.lz4(), lz4).entrySet()) {
      Codec codec = hostile.getKey();
      byte[] source = hostile.getValue();
      long[] allocated = new long[1];
      SegmentAllocator allocator =
          (length, _) -> {
            allocated[0] += length;
            return MemorySegment.ofArray(new byte[(int) length]);
          };
      CompressionException e =
          assertThrows(
              CompressionException.class,
              () -> codec.decompress(MemorySegment.ofArray(source), 1L << 40, allocator));
      assertEquals(Kind.MALFORMED_INPUT, e.kind(), e::getMessage);
      assertTrue(allocated[0] <= 128 << 10, codec + " allocated " + allocated[0]);
      assertThrows(CompressionException.class, () -> codec.decompress(source, 1 << 30));
    }
  }

  /// 64 KiB blocks of one repeated byte: four bytes each, and valid.
  @Test
  void contentOfAnImplausibleLengthIsReadInPieces() {
    byte[] content = new byte[40_000_000];
    byte[] frame = Codec.zstd().compress(content);
    assertTrue(frame.length < content.length / 1024);
    assertArrayEquals(content, Codec.zstd().decompress(frame, content.length));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment back =
          Codec.zstd().decompress(MemorySegment.ofArray(frame), content.length, arena);
      assertEquals(-1, back.mismatch(MemorySegment.ofArray(content)));
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void streamsAndChannelsWithoutABoundReadEverything(Codec codec) throws IOException {
    byte[] compressed = codec.compress(content);
    try (InputStream in = codec.decompressing(new ByteArrayInputStream(compressed))) {
      assertArrayEquals(content, in.readAllBytes());
    }
    ReadableByteChannel source = Channels.newChannel(new ByteArrayInputStream(compressed));
    try (ReadableByteChannel in = codec.decompressing(source)) {
      assertArrayEquals(content, Channels.newInputStream(in).readAllBytes());
    }
    assertFalse(source.isOpen());
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void contentBeyondTheBoundIsRefusedWithOrWithoutAStatedLength(Codec codec) {
    byte[] bomb = new byte[3_000_000];
    byte[] frame = codec.compress(bomb);
    CompressionException e =
        assertThrows(CompressionException.class, () -> codec.decompress(frame, 2_999_999));
    assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
    assertArrayEquals(bomb, codec.decompress(frame, 3_000_000));
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void channelsRoundTrip(Codec codec, @TempDir Path directory) throws IOException {
    for (int length : new int[] {0, 1, 10_000, 300_000}) {
      byte[] bytes = TestData.of(TestData.Kind.JSON, length);
      Path file = directory.resolve("file-" + length);
      FileChannel out =
          FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
      WritableByteChannel compressing = codec.compressing(out);
      for (int at = 0, portion = 0; at < length; at += portion) {
        portion = Math.min(7777, length - at);
        ByteBuffer part = allocate(at % 2 == 0, portion).put(bytes, at, portion).flip();
        while (part.hasRemaining()) {
          compressing.write(part);
        }
      }
      compressing.close();
      assertFalse(out.isOpen(), "closed with the one around it");
      FileChannel in = FileChannel.open(file);
      ByteBuffer back = allocate(length % 2 == 0, length + 1);
      try (ReadableByteChannel decompressing = codec.decompressing(in, length)) {
        while (decompressing.read(back) >= 0) {
          // to the end
        }
      }
      assertFalse(in.isOpen(), "closed with the one around it");
      assertEquals(ByteBuffer.wrap(bytes), back.flip());
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void channelsStopAtTheBound(Codec codec) throws IOException {
    byte[] compressed = codec.compress(content);
    ByteBuffer back = ByteBuffer.allocate(20_000);
    try (ReadableByteChannel decompressing =
        codec.decompressing(Channels.newChannel(new ByteArrayInputStream(compressed)), 9_999)) {
      CompressionException e =
          flawOf(() -> {
            while (decompressing.read(back) >= 0) {
              // until the limit is exceeded
            }
          });
      assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithoutStreams")
  void blockFormatsHaveNoStreamsOrChannels(Codec codec) {
    var out = new ByteArrayOutputStream();
    var in = new ByteArrayInputStream(new byte[0]);
    assertThrows(UnsupportedOperationException.class, () -> codec.compressing(out));
    assertThrows(UnsupportedOperationException.class, () -> codec.decompressing(in, 1));
    assertThrows(UnsupportedOperationException.class, () -> codec.decompressing(in));
    WritableByteChannel outChannel = Channels.newChannel(out);
    ReadableByteChannel inChannel = Channels.newChannel(in);
    assertThrows(UnsupportedOperationException.class, () -> codec.compressing(outChannel));
    assertThrows(UnsupportedOperationException.class, () -> codec.decompressing(inChannel, 1));
  }
}
