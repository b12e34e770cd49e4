// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.StreamFlaws.flawOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Streams that are read and written a few bytes at a time.
class SmallReadsTest {

  private static final byte[] CONTENT = TestData.of(TestData.Kind.BINARY, 400_000);

  static Stream<Codec> codecsWithStreams() {
    return EveryCodecTest.codecsWithStreams();
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void readsOfAnyLengthReturnTheContent(Codec codec) throws IOException {
    Random random = new Random(7);
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream out = codec.compressing(compressed)) {
      for (int at = 0; at < CONTENT.length; ) {
        int length = Math.min(CONTENT.length - at, random.nextInt(random.nextInt(20_000) + 1));
        if (length == 1) {
          out.write(CONTENT[at]);
        } else {
          out.write(CONTENT, at, length);
        }
        at += length;
      }
    }
    byte[] read = new byte[CONTENT.length];
    try (InputStream in =
        codec.decompressing(new ByteArrayInputStream(compressed.toByteArray()), CONTENT.length)) {
      int at = 0;
      while (at < read.length) {
        int length = Math.min(read.length - at, 1 + random.nextInt(random.nextInt(20_000) + 1));
        if (length == 1) {
          read[at++] = (byte) in.read();
        } else {
          at += in.read(read, at, length);
        }
      }
      assertEquals(-1, in.read());
    }
    assertArrayEquals(CONTENT, read);
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void readingWhileAvailableReturnsAllContent(Codec codec) throws IOException {
    byte[] two = codec.equals(Codec.brotli()) || codec.equals(Codec.brotli(0)) ? new byte[0] : null;
    byte[] whole = codec.compress(CONTENT);
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.write(whole);
    all.write(two == null ? whole : two); // Brotli streams cannot be concatenated
    int expected = two == null ? 2 * CONTENT.length : CONTENT.length;
    for (int step : new int[] {1, 7, 10_000}) {
      try (InputStream in =
          codec.decompressing(new ByteArrayInputStream(all.toByteArray()), Long.MAX_VALUE)) {
        byte[] piece = new byte[step];
        long read = 0;
        while (in.available() > 0) {
          int length = in.read(piece, 0, step);
          assertTrue(length > 0, "length=" + length);
          read += length;
        }
        assertEquals(expected, read, "step=" + step);
        assertEquals(-1, in.read());
        assertEquals(0, in.available());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void availableContentIsReadWithoutReadingTheSource(Codec codec) throws IOException {
    int[] reads = {0};
    InputStream source =
        new FilterInputStream(new ByteArrayInputStream(codec.compress(CONTENT))) {
          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            reads[0]++;
            return super.read(bytes, offset, Math.min(length, 50_000));
          }
        };
    try (InputStream in = codec.decompressing(source, CONTENT.length)) {
      int available = in.available();
      assertTrue(available > 1, "available=" + available);
      if (!codec.equals(Codec.stored())) { // nothing of it is buffered
        int before = reads[0];
        assertEquals(available, in.readNBytes(available).length);
        assertEquals(before, reads[0]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void availableDoesNotWaitForTheSource(Codec codec) throws IOException {
    byte[] whole = codec.compress(CONTENT);
    InputStream slow =
        new ByteArrayInputStream(whole) {
          @Override
          public synchronized int available() {
            return 0;
          }

          @Override
          public synchronized int read(byte[] bytes, int offset, int length) {
            throw new AssertionError("reads, which may wait");
          }
        };
    try (InputStream in = codec.decompressing(slow, CONTENT.length)) {
      assertEquals(0, in.available());
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void availableDoesNotReportAnErrorAsTheEnd(Codec codec) throws IOException {
    byte[] whole = codec.compress(CONTENT);
    int bound = codec.equals(Codec.stored()) ? CONTENT.length / 2 : CONTENT.length;
    byte[] broken = Arrays.copyOf(whole, whole.length + 1000);
    Arrays.fill(broken, whole.length, broken.length, (byte) 0xFF);
    try (InputStream in = codec.decompressing(new ByteArrayInputStream(broken), bound)) {
      flawOf(() -> {
        while (in.available() > 0) {
          in.read();
        }
      });
      assertEquals(1, in.available());
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void contentWithinTheBoundIsReadBeforeTheError(Codec codec) throws IOException {
    byte[] whole = codec.compress(CONTENT);
    for (int bound : new int[] {0, 1, 100, 10_000, CONTENT.length - 1}) {
      try (InputStream in = codec.decompressing(new ByteArrayInputStream(whole), bound)) {
        for (int i = 0; i < bound; i++) {
          assertEquals(CONTENT[i], (byte) in.read());
        }
        CompressionException e = flawOf(in::read);
        assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void dataStreamsRoundTrip(Codec codec) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(codec.compressing(compressed))) {
      for (int i = 0; i < 10_000; i++) {
        out.writeInt(i);
        out.writeUTF("value " + i);
        out.writeByte(i);
        out.writeDouble(i / 3.0);
      }
    }
    try (DataInputStream in =
        new DataInputStream(
            codec.decompressing(
                new ByteArrayInputStream(compressed.toByteArray()), Long.MAX_VALUE))) {
      for (int i = 0; i < 10_000; i++) {
        assertEquals(i, in.readInt());
        assertEquals("value " + i, in.readUTF());
        assertEquals((byte) i, in.readByte());
        assertEquals(i / 3.0, in.readDouble());
      }
      assertEquals(-1, in.read());
    }
  }
}
