// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.StreamFlaws.flawOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.TestData;
import dev.segue.compression.testing.Tool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A gzip file is any number of members, and nothing else.
class GzipTest {

  private static final int TRAILER_LENGTH = 8;

  private final byte[] content = TestData.of(TestData.Kind.JSON, 10_000);
  private final byte[] member = Codec.gzip().compress(content);

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  private static byte[] read(byte[] stream) throws IOException {
    return read(new ByteArrayInputStream(stream));
  }

  private static byte[] read(InputStream stream) throws IOException {
    try (InputStream in = Codec.gzip().decompressing(stream, Long.MAX_VALUE)) {
      return in.readAllBytes();
    }
  }

  private static void assertMalformed(byte[] stream) {
    assertFails(Kind.MALFORMED_INPUT, stream);
  }

  private static void assertFails(Kind kind, byte[] stream) {
    CompressionException e = flawOf(() -> read(stream));
    assertEquals(kind, e.kind());
    CompressionException whole =
        assertThrows(CompressionException.class, () -> Codec.gzip().decompress(stream, 1 << 20));
    assertEquals(kind, whole.kind());
    assertEquals(e.offset(), whole.offset());
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 100})
  void truncatedMemberIsAnErrorAtAnyPosition(int cut) {
    byte[] part = Arrays.copyOf(member, cut);
    assertMalformed(part);
    assertMalformed(concat(member, part));
    assertMalformed(concat(member, member, part));
  }

  @Test
  void inputOtherThanMembersIsAnError() {
    assertMalformed(concat(member, new byte[] {1}));
    assertMalformed(concat(member, new byte[100], new byte[] {1}));
    assertMalformed(concat(member, new byte[100], member));
    assertMalformed(concat(member, content));
    assertMalformed(new byte[100]);
    assertMalformed(concat(new byte[1], member));
  }

  /// Like `gzip -t` and the JDK.
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 10, 100, 100_000})
  void zerosAfterTheLastMemberArePadding(int length) throws IOException {
    byte[] padded = concat(member, member, new byte[length]);
    assertArrayEquals(concat(content, content), read(padded));
    assertArrayEquals(concat(content, content), Codec.gzip().decompress(padded, 20_000));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_BYTE, padded);
      assertEquals(20_000, Codec.gzip().decompress(source, arena.allocate(20_000)));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void trailersAreVerified(int fromTheEnd) {
    byte[] wrong = member.clone();
    wrong[wrong.length - fromTheEnd] ^= 1;
    Kind kind = fromTheEnd > 4 ? Kind.CHECKSUM_MISMATCH : Kind.MALFORMED_INPUT;
    assertFails(kind, wrong);
    assertFails(kind, concat(wrong, member));
    assertFails(kind, concat(member, wrong));
    assertFails(kind, concat(member, wrong, member));
    assertMalformed(Arrays.copyOf(member, member.length - fromTheEnd));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void failingSourceIsNotTreatedAsTheEnd(boolean atItsEnd) {
    IOException failure = atItsEnd ? new EOFException("gone") : new IOException("gone");
    InputStream failing =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw failure;
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            throw failure;
          }
        };
    for (int length : new int[] {0, 5, 100, member.length, member.length + 4}) {
      byte[] begun = Arrays.copyOf(concat(member, member), length);
      InputStream source = new SequenceInputStream(new ByteArrayInputStream(begun), failing);
      assertSame(failure, assertThrows(IOException.class, () -> read(source)));
    }
  }

  @Test
  void readsAnyNumberOfMembers() throws IOException {
    byte[] empty = Codec.gzip().compress(new byte[0]);
    byte[] many = new byte[100_000 * empty.length];
    for (int at = 0; at < many.length; at += empty.length) {
      System.arraycopy(empty, 0, many, at, empty.length);
    }
    assertEquals(0, read(many).length);
    assertArrayEquals(concat(content, content), read(concat(many, member, many, member, empty)));
  }

  /// Arrives like data from a network: a byte at a time, with none available in between.
  @Test
  void piecesOfAnyLengthAreOneStream() throws IOException {
    InputStream trickle =
        new ByteArrayInputStream(concat(member, member)) {
          @Override
          public synchronized int read(byte[] bytes, int offset, int length) {
            return super.read(bytes, offset, Math.min(length, 1));
          }

          @Override
          public synchronized int available() {
            return 0;
          }
        };
    assertArrayEquals(concat(content, content), read(trickle));
  }

  /// FEXTRA, FNAME, FCOMMENT and FHCRC, as in RFC 1952.
  @ParameterizedTest
  @ValueSource(ints = {0x00, 0x01, 0x04, 0x08, 0x10, 0x02, 0x1F})
  void readsEveryKindOfHeader(int flags) throws IOException {
    byte[] with = concat(header(flags), Arrays.copyOfRange(member, 10, member.length));
    assertArrayEquals(content, read(with));
    assertArrayEquals(content, Codec.gzip().decompress(with, 10_000));
    assertArrayEquals(concat(content, content), read(concat(member, with)));
    int headerLength = with.length - (member.length - 10);
    for (int cut = 1; cut < headerLength; cut += 50) {
      assertMalformed(Arrays.copyOf(with, cut));
    }
  }

  private static byte[] header(int flags) {
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    header.writeBytes(new byte[] {0x1F, (byte) 0x8B, 8, (byte) flags, 1, 2, 3, 4, 0, (byte) 255});
    if ((flags & 0x04) != 0) {
      header.writeBytes(new byte[] {(byte) 44, 1});
      header.writeBytes(new byte[300]);
    }
    if ((flags & 0x08) != 0) {
      header.writeBytes("a name\0".getBytes(StandardCharsets.ISO_8859_1));
    }
    if ((flags & 0x10) != 0) {
      header.writeBytes("a comment\0".getBytes(StandardCharsets.ISO_8859_1));
    }
    if ((flags & 0x02) != 0) {
      CRC32 crc = new CRC32();
      crc.update(header.toByteArray());
      header.write((int) crc.getValue());
      header.write((int) crc.getValue() >>> 8);
    }
    return header.toByteArray();
  }

  @Test
  void otherHeadersAreErrors() {
    for (int at : new int[] {0, 1, 2}) {
      byte[] wrong = member.clone();
      wrong[at] ^= 1;
      assertMalformed(wrong);
      assertMalformed(concat(member, wrong));
    }
    byte[] reserved = member.clone();
    reserved[3] |= (byte) 0x80;
    assertFails(Kind.UNSUPPORTED, reserved);
    byte[] checked = header(0x02);
    checked[4] ^= 1;
    byte[] wrong = concat(checked, Arrays.copyOfRange(member, 10, member.length));
    flawOf(() -> read(wrong));
  }

  @Test
  void errorsIdentifyTheMember() {
    byte[] wrong = member.clone();
    wrong[wrong.length - TRAILER_LENGTH] ^= 1;
    CompressionException e = flawOf(() -> read(concat(member, member, wrong)));
    assertEquals(2L * member.length, e.offset());
  }

  @Test
  void longContentIsWrittenAsSeveralMembersThatOthersRead() throws IOException {
    byte[] large = TestData.of(TestData.Kind.RUN, (32 << 20) + 1000);
    byte[] members = Codec.gzip(1).compress(large);
    assertTrue(members.length <= Codec.gzip(1).maxCompressedLength(large.length));
    assertArrayEquals(large, Codec.gzip().decompress(members, large.length));
    assertArrayEquals(large, read(members));
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(members))) {
      assertArrayEquals(large, in.readAllBytes());
    }
    assertArrayEquals(large, Tool.require("gzip").run(members, "-dc"));
  }

  @Test
  void manyMembersInAnArrayAreCopiedOnce() {
    byte[] empty = Codec.gzip().compress(new byte[0]);
    byte[] many = new byte[300_000 * empty.length];
    for (int at = 0; at < many.length; at += empty.length) {
      System.arraycopy(empty, 0, many, at, empty.length);
    }
    assertTimeoutPreemptively(
        Duration.ofMinutes(5), () -> assertEquals(0, Codec.gzip().decompress(many, 100).length));
    byte[] all = concat(many, member, member);
    assertArrayEquals(concat(content, content), Codec.gzip().decompress(all, 20_000));
  }
}
