// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Streams whose content length is stated in advance, and streams that write seekable files.
class KnownLengthTest {

  private static List<Codec> codecs() {
    return List.of(Codec.zstd(), Codec.lz4(), Codec.gzip(), Codec.brotli(), Codec.stored());
  }

  private static byte[] content(int length) {
    Random random = new Random(length);
    byte[] content = new byte[length];
    for (int i = 0; i < length; i++) {
      content[i] = (byte) ('a' + (random.nextInt(20) * i) % 23);
    }
    return content;
  }

  private static byte[] compressed(Codec codec, byte[] content, long announced) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = codec.compressing(bytes, announced)) {
      int half = content.length / 2;
      out.write(content, 0, half);
      for (int i = half; i < content.length; i++) {
        out.write(content[i]);
      }
    }
    return bytes.toByteArray();
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void contentOfTheAnnouncedLengthIsReadBack(Codec codec) throws IOException {
    for (int length : List.of(0, 1, 100, 50_000)) {
      byte[] content = content(length);
      byte[] compressed = compressed(codec, content, length);
      assertArrayEquals(content, codec.decompress(compressed, length));
      assertArrayEquals(content, codec.decompress(compressed(codec, content, -1), length));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, 50_000})
  void framesStateTheLengthAndUseAFittingWindow(int length) throws IOException {
    byte[] content = content(length);
    for (Codec codec : List.of(Codec.zstd(), Codec.zstd(19), Codec.lz4())) {
      MemorySegment frame = MemorySegment.ofArray(compressed(codec, content, length));
      assertEquals(length, codec.decompressedLength(frame));
    }
    ZstdFrame stated =
        ZstdFrame.at(MemorySegment.ofArray(compressed(Codec.zstd(), content, length)), 0);
    ZstdFrame unknown =
        ZstdFrame.at(MemorySegment.ofArray(compressed(Codec.zstd(), content, -1)), 0);
    assertEquals(length, stated.contentLength());
    assertTrue(stated.windowLength() <= Math.max(1 << 10, 2 * length), stated.toString());
    assertTrue(length == 0 || unknown.windowLength() >= 1 << 20, unknown.toString());
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void moreContentThanAnnouncedIsRefusedWhenWritten(Codec codec) throws IOException {
    OutputStream out = codec.compressing(new ByteArrayOutputStream(), 10);
    out.write(new byte[10]);
    CompressionIOException e =
        assertThrows(CompressionIOException.class, () -> out.write(new byte[1]));
    assertEquals(Kind.MALFORMED_INPUT, e.getCause().kind());
    assertTrue(String.valueOf(e.getMessage()).startsWith("more than the 10 bytes"), e::toString);
    assertThrows(IOException.class, out::flush);
    assertThrows(IOException.class, out::close);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void lessContentThanAnnouncedIsRefusedOnClose(Codec codec) throws IOException {
    boolean[] closed = new boolean[1];
    OutputStream target =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            closed[0] = true;
          }
        };
    OutputStream out = codec.compressing(target, 10);
    out.write(1);
    out.write(new byte[8]);
    CompressionIOException e = assertThrows(CompressionIOException.class, out::close);
    assertEquals(Kind.MALFORMED_INPUT, e.getCause().kind());
    assertTrue(String.valueOf(e.getMessage()).startsWith("fewer than the 10 bytes"), e::toString);
    assertTrue(closed[0]);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void invalidLengthsAreRefused(Codec codec) {
    OutputStream out = OutputStream.nullOutputStream();
    assertThrows(IllegalArgumentException.class, () -> codec.compressing(out, -2));
  }

  @Test
  void channelsStateTheLength() throws IOException {
    byte[] content = content(1_000);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (WritableByteChannel out =
        Codec.zstd().compressing(Channels.newChannel(bytes), content.length)) {
      assertEquals(content.length, out.write(ByteBuffer.wrap(content)));
    }
    MemorySegment frame = MemorySegment.ofArray(bytes.toByteArray());
    assertEquals(content.length, Codec.zstd().decompressedLength(frame));
  }

  @Nested
  class SeekableStreams {

    private static final int FRAME = 10_000;

    private byte[] seekable(byte[] content, int piece, ZstdOptions options) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (OutputStream out = ZstdSeekable.compressing(bytes, options, FRAME)) {
        for (int i = 0; i < content.length; i += piece) {
          out.write(content, i, Math.min(piece, content.length - i));
        }
      }
      return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, FRAME, FRAME + 1, 123_456, 1_300_000})
    void equalTheOutputOfCompress(int length) throws IOException {
      byte[] content = content(length);
      for (ZstdOptions options :
          List.of(ZstdOptions.defaults(), ZstdOptions.defaults().withChecksum(true))) {
        byte[] whole = new byte[(int) ZstdSeekable.maxCompressedLength(length, FRAME)];
        long written =
            ZstdSeekable.compress(
                MemorySegment.ofArray(content), MemorySegment.ofArray(whole), options, FRAME);
        byte[] expected = Arrays.copyOf(whole, (int) written);
        for (int piece : List.of(777, 30_011, 1 << 20)) {
          assertArrayEquals(expected, seekable(content, piece, options));
        }
      }
    }

    @Test
    void flushEndsAFrame() throws IOException {
      byte[] content = content(2_500);
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (OutputStream out = ZstdSeekable.compressing(bytes, ZstdOptions.defaults(), FRAME)) {
        out.write(content, 0, 1_000);
        out.flush();
        assertArrayEquals(
            Arrays.copyOf(content, 1_000), Codec.zstd().decompress(bytes.toByteArray(), 1_000));
        out.flush();
        out.write(content, 1_000, 1_500);
      }
      ZstdSeekable seekable = ZstdSeekable.open(MemorySegment.ofArray(bytes.toByteArray()));
      seekable.verify();
      assertEquals(2, seekable.frameCount());
      byte[] read = new byte[600];
      assertEquals(600, seekable.read(900, MemorySegment.ofArray(read)));
      assertArrayEquals(Arrays.copyOfRange(content, 900, 1_500), read);
    }

    @Test
    void streamsHoldOneFrameInMemory() throws IOException {
      int[] most = new int[1];
      OutputStream target =
          new OutputStream() {
            @Override
            public void write(int b) {
              throw new AssertionError("frames are written as a whole");
            }

            @Override
            public void write(byte[] bytes, int offset, int length) {
              most[0] = Math.max(most[0], bytes.length);
            }
          };
      byte[] piece = new byte[FRAME];
      try (OutputStream out = ZstdSeekable.compressing(target, ZstdOptions.defaults(), FRAME)) {
        for (int i = 0; i < 1_000; i++) {
          new Random(i).nextBytes(piece);
          out.write(piece);
        }
      }
      assertTrue(most[0] < 2 * FRAME, () -> "an array of " + most[0] + " bytes");
    }

    @Test
    void refuseContentOfAnotherLengthThanAnnounced() throws IOException {
      OutputStream out =
          ZstdSeekable.compressing(
              OutputStream.nullOutputStream(), 5, ZstdOptions.defaults(), FRAME);
      out.write(1);
      assertThrows(CompressionIOException.class, out::close);
      assertThrows(
          IllegalArgumentException.class,
          () ->
              ZstdSeekable.compressing(OutputStream.nullOutputStream(), ZstdOptions.defaults(), 0));
    }
  }
}
