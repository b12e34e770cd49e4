// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.StreamFlaws.flawOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.testing.TestData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests the contract of `InputStream` for every codec's streams.
class StreamContractTest {

  private final byte[] content = TestData.of(TestData.Kind.TEXT, 1000);

  static Stream<Codec> codecsWithStreams() {
    return EveryCodecTest.codecsWithStreams();
  }

  /// Counts how often it is closed.
  private static final class Source extends ByteArrayInputStream {

    private int closed;

    Source(byte[] bytes) {
      super(bytes);
    }

    @Override
    public void close() {
      closed++;
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void closedStreamIsNotRead(Codec codec) throws IOException {
    for (int readBefore : new int[] {0, 10, 1000}) {
      Source source = new Source(codec.compress(content));
      InputStream in = codec.decompressing(source, 1000);
      assertEquals(readBefore, in.readNBytes(readBefore).length);
      in.close();
      assertTrue(source.closed > 0);
      assertThrows(IOException.class, in::read);
      assertThrows(IOException.class, () -> in.read(new byte[10]));
      assertThrows(IOException.class, () -> in.skip(1));
      in.close();
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void readingZeroBytesReadsNothing(Codec codec) throws IOException {
    Source source = new Source(codec.compress(content));
    try (InputStream in = codec.decompressing(source, 1000)) {
      int before = source.available();
      assertEquals(0, in.read(new byte[10], 10, 0));
      assertEquals(before, source.available());
      assertEquals(1000, in.readAllBytes().length);
      assertEquals(-1, in.read());
      assertEquals(0, in.read(new byte[10], 3, 0));
      assertThrows(IndexOutOfBoundsException.class, () -> in.read(new byte[10], 8, 3));
    }
  }

  /// Otherwise content that is read twice would count twice towards the bound, or not at all.
  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void marksAreNotSupported(Codec codec) throws IOException {
    try (InputStream in =
        codec.decompressing(new ByteArrayInputStream(codec.compress(content)), 1000)) {
      assertFalse(in.markSupported());
      in.mark(1000);
      assertEquals(content[0], (byte) in.read());
      assertThrows(IOException.class, in::reset);
      assertEquals(999, in.readAllBytes().length);
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void skippingCountsAsReading(Codec codec) throws IOException {
    try (InputStream in =
        codec.decompressing(new ByteArrayInputStream(codec.compress(content)), 1000)) {
      in.skipNBytes(990);
      byte[] rest = new byte[10];
      assertEquals(10, in.readNBytes(rest, 0, 10));
      assertArrayEquals(Arrays.copyOfRange(content, 990, 1000), rest);
      assertEquals(-1, in.read());
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void nothingIsReadAfterAnError(Codec codec) throws IOException {
    byte[] large = TestData.of(TestData.Kind.BINARY, 3_000_000);
    byte[] whole = codec.compress(large);
    int cut = codec.equals(Codec.stored()) ? whole.length : whole.length / 2;
    try (InputStream in =
        codec.decompressing(new ByteArrayInputStream(whole, 0, cut), large.length - 1)) {
      CompressionException e = flawOf(in::readAllBytes);
      assertSame(e, flawOf(in::read));
      assertSame(e, flawOf(in::readAllBytes));
    }
  }
}
