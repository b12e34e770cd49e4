// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.TestData;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The table of the seekable format, which is compared with the frames.
class ZstdSeekableTest {

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ZstdOptions DEFAULTS = ZstdOptions.defaults();
  private static final int FRAME = 1000;
  private static final int FRAMES = 60;
  private static final int ENTRY_LENGTH = 12;
  private static final int TABLE_LENGTH = FRAMES * ENTRY_LENGTH + 9;

  private final byte[] content = TestData.of(TestData.Kind.JSON, FRAME * FRAMES);

  private byte[] compressed(ZstdOptions options) {
    byte[] out = new byte[(int) ZstdSeekable.maxCompressedLength(content.length, FRAME)];
    long written =
        ZstdSeekable.compress(
            MemorySegment.ofArray(content), MemorySegment.ofArray(out), options, FRAME);
    return Arrays.copyOf(out, (int) written);
  }

  private static ZstdSeekable open(byte[] file) {
    return ZstdSeekable.open(MemorySegment.ofArray(file));
  }

  private static int read(ZstdSeekable seekable, long offset, byte[] part) {
    return (int) seekable.read(offset, MemorySegment.ofArray(part));
  }

  /// Adds a number to the content length that an entry states.
  private static void shift(byte[] file, int entry, int delta) {
    int at = file.length - TABLE_LENGTH + entry * ENTRY_LENGTH + 4;
    ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(at, bytes.getInt(at) + delta);
  }

  private static Kind kindOf(Runnable action) {
    return assertThrows(CompressionException.class, action::run).kind();
  }

  @Nested
  class DamagedTable {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void contentIsNotShifted(boolean checksum) {
      byte[] sound = compressed(DEFAULTS.withChecksum(checksum));
      for (int delta : new int[] {-1, 1, -256}) {
        byte[] one = sound.clone();
        shift(one, 5, delta);
        assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> open(one)));
        byte[] two = one.clone();
        shift(two, 40, -delta);
        assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> open(two)));
      }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void otherContentIsNeverReturned(boolean checksum) {
      byte[] sound = compressed(DEFAULTS.withChecksum(checksum));
      long seed = 11;
      Random random = new Random(seed);
      byte[] part = new byte[50];
      for (int i = 0; i < 3000; i++) {
        byte[] damaged = sound.clone();
        for (int flaws = 1 + random.nextInt(3); flaws > 0; flaws--) {
          int at = damaged.length - 1 - random.nextInt(i % 3 == 0 ? damaged.length : TABLE_LENGTH);
          damaged[at] = (byte) (random.nextBoolean() ? damaged[at] + 1 : random.nextInt());
        }
        int offset = random.nextInt(content.length);
        String where = "seed=" + seed + " i=" + i;
        try {
          int length = read(open(damaged), offset, part);
          assertArrayEquals(
              Arrays.copyOfRange(content, offset, offset + length),
              Arrays.copyOf(part, length),
              where);
        } catch (CompressionException e) {
          assertTrue(
              e.kind() != Kind.DESTINATION_TOO_SMALL && e.kind() != Kind.INTERNAL,
              () -> where + ": " + e);
        }
      }
    }

    @Test
    void truncatedFilesAreMalformed() {
      byte[] sound = compressed(DEFAULTS);
      for (int cut : new int[] {0, 1, 16, sound.length / 2, sound.length - 1}) {
        assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> open(Arrays.copyOf(sound, cut))));
      }
    }

    @Test
    void errorNamesEntryAndFrame() {
      byte[] damaged = compressed(DEFAULTS);
      shift(damaged, 5, -1);
      CompressionException e = assertThrows(CompressionException.class, () -> open(damaged));
      assertEquals(damaged.length - TABLE_LENGTH + 5 * ENTRY_LENGTH, e.offset());
      String message = String.valueOf(e.getMessage());
      assertTrue(message.contains("the table states 999 bytes of content"), message);
      assertTrue(message.endsWith("which states 1000"), message);
    }
  }

  @Nested
  class Checksums {

    /// libzstd computes the same checksum for the frame.
    @Test
    void tableHasTheChecksumsOfTheFrames() {
      byte[] without = compressed(DEFAULTS);
      byte[] with = compressed(DEFAULTS.withChecksum(true));
      for (int entry = 0; entry < FRAMES; entry++) {
        int fromEnd = TABLE_LENGTH - entry * ENTRY_LENGTH - 8;
        assertEquals(
            ByteBuffer.wrap(with).getInt(with.length - fromEnd),
            ByteBuffer.wrap(without).getInt(without.length - fromEnd));
      }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 7, 8, 31, 32, 33, 63, 100, 100_000})
    void contentOfEachLengthHasTheChecksumOfLibzstd(int length) {
      MemorySegment all = MemorySegment.ofArray(Arrays.copyOf(content, length));
      MemorySegment out = MemorySegment.ofArray(new byte[200_000]);
      byte[] frame = Codec.zstd(DEFAULTS.withChecksum(true)).compress(all.toArray(BYTE));
      long written = ZstdSeekable.compress(all, out, DEFAULTS, 1 << 20);
      assertEquals(
          ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).getInt(frame.length - 4),
          out.get(INT, written - 13));
    }

    @Test
    void damagedContentIsFoundWithoutChecksumsInTheFrames() {
      byte[] random = TestData.of(TestData.Kind.RANDOM, 3000); // stored uncompressed
      MemorySegment out = MemorySegment.ofArray(new byte[5000]);
      long written = ZstdSeekable.compress(MemorySegment.ofArray(random), out, DEFAULTS, FRAME);
      byte[] damaged = out.asSlice(0, written).toArray(BYTE);
      damaged[1500] ^= 1;
      ZstdSeekable seekable = open(damaged);
      assertEquals(10, read(seekable, 100, new byte[10]));
      assertEquals(Kind.CHECKSUM_MISMATCH, kindOf(() -> read(seekable, 1100, new byte[10])));
      assertEquals(Kind.CHECKSUM_MISMATCH, kindOf(() -> read(seekable, 0, new byte[3000])));
      assertEquals(Kind.CHECKSUM_MISMATCH, kindOf(seekable::verify));
      ZstdSeekable careless =
          ZstdSeekable.open(MemorySegment.ofArray(damaged), DEFAULTS.withIgnoreChecksum(true));
      assertEquals(10, read(careless, 1100, new byte[10]));
    }
  }

  /// Files as other writers create them: tables without checksums, frames that do not state the
  /// length of their content, skippable frames.
  @Nested
  class OtherWriters {

    private byte[] file(boolean statesContent, boolean hasChecksums) throws IOException {
      ByteArrayOutputStream frames = new ByteArrayOutputStream();
      ByteBuffer table = ByteBuffer.allocate(2000).order(ByteOrder.LITTLE_ENDIAN);
      int entries = 0;
      for (int offset = 0; offset < content.length; offset += FRAME) {
        byte[] portion = Arrays.copyOfRange(content, offset, offset + FRAME);
        byte[] checked = Codec.zstd(DEFAULTS.withChecksum(true)).compress(portion);
        byte[] frame = statesContent ? Codec.zstd().compress(portion) : streamed(portion);
        frames.write(frame);
        table.putInt(frame.length).putInt(FRAME);
        if (hasChecksums) {
          table.put(checked, checked.length - 4, 4);
        }
        entries++;
        if (offset == 5 * FRAME) {
          byte[] skippable = {0x52, 0x2A, 0x4D, 0x18, 2, 0, 0, 0, 'h', 'i'};
          frames.write(skippable);
          table.putInt(skippable.length).putInt(0);
          if (hasChecksums) {
            table.putInt(0);
          }
          entries++;
        }
      }
      table.putInt(entries).put((byte) (hasChecksums ? 0x80 : 0)).putInt(0x8F92EAB1);
      ByteBuffer header = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
      frames.write(header.putInt(0x184D2A5E).putInt(table.position()).array());
      frames.write(table.array(), 0, table.position());
      return frames.toByteArray();
    }

    private byte[] streamed(byte[] portion) throws IOException {
      ByteArrayOutputStream frame = new ByteArrayOutputStream();
      try (OutputStream out = Codec.zstd().compressing(frame)) {
        out.write(portion);
      }
      return frame.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void areRead(int form) throws IOException {
      byte[] file = file((form & 1) == 0, (form & 2) == 0);
      ZstdSeekable seekable = open(file);
      seekable.verify();
      assertEquals(content.length, seekable.contentLength());
      for (int offset = 0; offset < content.length; offset += 777) {
        byte[] part = new byte[1500];
        int length = read(seekable, offset, part);
        assertArrayEquals(
            Arrays.copyOfRange(content, offset, offset + length), Arrays.copyOf(part, length));
      }
    }

    @Test
    void framesThatDoNotStateTheirContentAreVerified() throws IOException {
      byte[] damaged = file(false, true);
      int at = damaged.length - 9 - (FRAMES + 1) * ENTRY_LENGTH + 3 * ENTRY_LENGTH + 4;
      ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).putInt(at, FRAME - 1);
      ZstdSeekable seekable = open(damaged);
      assertEquals(Kind.MALFORMED_INPUT, kindOf(seekable::verify));
      assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> read(seekable, 3 * FRAME, new byte[9])));
      ByteBuffer.wrap(damaged).order(ByteOrder.LITTLE_ENDIAN).putInt(at, FRAME + 1);
      assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> open(damaged).verify()));
    }

    @Test
    void entryThatCoversTwoFramesIsMalformed() throws IOException {
      byte[] first = Codec.zstd().compress(Arrays.copyOf(content, FRAME));
      ByteBuffer file = ByteBuffer.allocate(5000).order(ByteOrder.LITTLE_ENDIAN);
      file.put(first).put(first);
      file.putInt(0x184D2A5E).putInt(17).putInt(2 * first.length).putInt(FRAME);
      file.putInt(1).put((byte) 0).putInt(0x8F92EAB1);
      ZstdSeekable seekable = open(Arrays.copyOf(file.array(), file.position()));
      assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> read(seekable, 0, new byte[FRAME])));
    }
  }

  @Test
  void framesStateTheirContentLengthRegardlessOfOptions() {
    byte[] file = compressed(DEFAULTS.withContentSize(false));
    assertEquals(FRAME, ZstdFrame.at(MemorySegment.ofArray(file), 0).contentLength());
  }

  @Test
  void magiclessFramesAreRefused() {
    ZstdOptions magicless = DEFAULTS.withMagicless(true);
    MemorySegment file = MemorySegment.ofArray(compressed(DEFAULTS));
    assertThrows(IllegalArgumentException.class, () -> compressed(magicless));
    assertThrows(IllegalArgumentException.class, () -> ZstdSeekable.open(file, magicless));
  }
}
