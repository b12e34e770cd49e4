// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.StreamFlaws.flawOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.Soak;
import dev.segue.compression.testing.TestData;
import dev.segue.compression.testing.Tool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Interoperability with the options of the `zstd` command: long distances, several frames,
/// skippable frames.
class ZstdCommandInteropTest {

  private final Tool zstd = Tool.require("zstd");
  private final Codec codec = Codec.zstd();

  private static byte[] concat(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /// Decompresses as an array, a native segment and a stream.
  private void assertContent(byte[] content, byte[] frames) throws IOException {
    assertArrayEquals(content, codec.decompress(frames, content.length));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment back = arena.allocate(content.length);
      MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_BYTE, frames);
      assertEquals(content.length, codec.decompress(source, back));
      assertEquals(-1, MemorySegment.ofArray(content).mismatch(back));
    }
    try (InputStream in = codec.decompressing(new ByteArrayInputStream(frames), content.length)) {
      assertArrayEquals(content, in.readAllBytes());
    }
  }

  private static byte[] skippable(byte[] bytes, int variant) {
    byte[] frame = new byte[bytes.length + 8];
    long written =
        ZstdFrame.writeSkippable(
            MemorySegment.ofArray(bytes), variant, MemorySegment.ofArray(frame));
    return Arrays.copyOf(frame, (int) written);
  }

  @ParameterizedTest
  @EnumSource(TestData.Kind.class)
  void severalFramesAreReadAsOneContent(TestData.Kind kind) throws IOException {
    boolean isSample = !Soak.IS_ON && kind != TestData.Kind.JSON;
    for (int length :
        isSample
            ? new int[] {1000, TestData.BLOCK + 1}
            : new int[] {0, 1, 1000, TestData.BLOCK + 1}) {
      byte[] one = TestData.of(kind, length);
      byte[] other = TestData.of(TestData.Kind.TEXT, 5000);
      byte[] content = concat(one, other, one);
      byte[] ours = concat(codec.compress(one), codec.compress(other), Codec.zstd(9).compress(one));
      assertArrayEquals(content, zstd.run(ours, "-d", "-c"));
      byte[] theirs =
          concat(zstd.run(one, "-c"), zstd.run(other, "-c", "--no-check"), zstd.run(one, "-c"));
      assertContent(content, theirs);
      assertEquals(3, ZstdFrame.list(MemorySegment.ofArray(theirs)).size());
      assertContent(content, concat(codec.compress(one), zstd.run(other, "-c", "-19"), ours(one)));
    }
  }

  private static byte[] ours(byte[] content) {
    return Codec.zstd(ZstdOptions.defaults().withContentSize(false).withChecksum(true))
        .compress(content);
  }

  /// The files that the command itself creates from several inputs.
  @Test
  void concatenatedFilesAreReadAsOneContent(@TempDir Path directory) throws IOException {
    byte[] one = TestData.of(TestData.Kind.JSON, 30_000);
    byte[] other = TestData.of(TestData.Kind.BINARY, 200_000);
    Path oneFile = Files.write(directory.resolve("one"), one);
    Path otherFile = Files.write(directory.resolve("other"), other);
    byte[] theirs = zstd.run(new byte[0], "-c", oneFile.toString(), otherFile.toString());
    assertContent(concat(one, other), theirs);
    // From files, so that the frames state lengths.
    List<ZstdFrame> frames = ZstdFrame.list(MemorySegment.ofArray(theirs));
    assertEquals(
        List.of(30_000L, 200_000L), frames.stream().map(ZstdFrame::contentLength).toList());
    assertTrue(frames.stream().allMatch(ZstdFrame::hasChecksum));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 15})
  void skippableFramesAreSkippedByBothImplementations(int variant) throws IOException {
    byte[] content = TestData.of(TestData.Kind.JSON, 20_000);
    byte[] note = TestData.of(TestData.Kind.RANDOM, 300);
    byte[] none = new byte[0];
    byte[] byHand = {(byte) (0x50 + variant), 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 'a', 'b', 'c'};
    byte[] twice = concat(content, content);
    byte[] ours =
        concat(
            skippable(note, variant),
            codec.compress(content),
            skippable(none, variant),
            byHand,
            ours(content),
            skippable(note, variant));
    assertArrayEquals(twice, zstd.run(ours, "-d", "-c"));
    byte[] theirFrame = zstd.run(content, "-c");
    byte[] theirs =
        concat(byHand, theirFrame, skippable(note, variant), theirFrame, skippable(none, variant));
    assertContent(twice, theirs);
    assertArrayEquals(twice, zstd.run(theirs, "-d", "-c"));
    MemorySegment source = MemorySegment.ofArray(theirs);
    List<ZstdFrame> frames = ZstdFrame.list(source);
    assertEquals(
        List.of(variant, -1, variant, -1, variant),
        frames.stream().map(ZstdFrame::magicVariant).toList());
    assertArrayEquals(note, frames.get(2).skippableBytes(source).toArray(ValueLayout.JAVA_BYTE));
    assertEquals(frames.get(1).compressedLength(), theirFrame.length);
  }

  @Test
  void skippableFramesAloneHaveNoContent() throws IOException {
    byte[] frames = concat(skippable(new byte[100], 3), skippable(new byte[0], 4));
    assertEquals(0, zstd.run(frames, "-d", "-c").length);
    assertContent(new byte[0], frames);
  }

  @Test
  void truncatedSkippableFrameIsAnErrorForBothImplementations() {
    byte[] whole = concat(codec.compress(new byte[100]), skippable(new byte[50], 1));
    byte[] cut = Arrays.copyOf(whole, whole.length - 1);
    assertTrue(zstd.attempt(cut, "-d", "-c").exitCode() != 0);
    CompressionException e =
        assertThrows(CompressionException.class, () -> codec.decompress(cut, 1000));
    assertEquals(Kind.MALFORMED_INPUT, e.kind());
  }

  /// Content that repeats after 10 MB, beyond the default window.
  private static byte[] repeatedFarAway() {
    byte[] again = TestData.of(TestData.Kind.RANDOM, 2_000_000);
    return concat(again, TestData.of(TestData.Kind.RUN, 9_000_000), again);
  }

  @Test
  void longDistanceMatchesAreReadByBothImplementations() throws IOException {
    byte[] content = repeatedFarAway();
    Codec far = Codec.zstd(ZstdOptions.defaults().withLevel(1).withLongDistanceMatching(27));
    byte[] ours = far.compress(content);
    assertTrue(ours.length < 2_100_000, "length=" + ours.length);
    assertArrayEquals(content, zstd.run(ours, "-d", "-c", "--long=27"));
    byte[] theirs = zstd.run(content, "-c", "-1", "--long=27");
    assertTrue(theirs.length < 2_100_000, "length=" + theirs.length);
    assertContent(content, theirs);
    assertTrue(zstd.run(content, "-c", "-1").length > 4_000_000);
  }

  /// A larger window than a stream accepts by default; a whole segment needs no window.
  @Test
  void windowBeyondTheDefaultMustBeAllowed() throws IOException {
    byte[] content = TestData.of(TestData.Kind.TEXT, 100_000);
    byte[] theirs = zstd.run(content, "-c", "--long=28");
    ZstdFrame frame = ZstdFrame.at(MemorySegment.ofArray(theirs), 0);
    assertEquals(1L << 28, frame.windowLength());
    assertArrayEquals(content, codec.decompress(theirs, content.length));
    assertTrue(zstd.attempt(theirs, "-d", "-c").exitCode() != 0);
    try (InputStream in = codec.decompressing(new ByteArrayInputStream(theirs), 1 << 20)) {
      CompressionException e = flawOf(in::readAllBytes);
      assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
    }
    Codec allowing = Codec.zstd(ZstdOptions.defaults().withDecompressWindowLogMax(28));
    try (InputStream in = allowing.decompressing(new ByteArrayInputStream(theirs), 1 << 20)) {
      assertArrayEquals(content, in.readAllBytes());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--fast=5",
        "-1",
        "-9",
        "-19",
        "--ultra -22",
        "-T2 --rsyncable",
        "--no-content-size",
        "--no-check",
        "--stream-size=300000",
        "--size-hint=100000",
        "--adapt",
        "--zstd=wlog=12,strat=9",
        "--target-compressed-block-size=1340",
        "--no-compress-literals",
        "--no-row-match-finder"
      })
  void framesAreReadWithAnyOptions(String options) throws IOException {
    TestData.Kind[] kinds =
        Soak.IS_ON ? TestData.Kind.values() : new TestData.Kind[] {TestData.Kind.JSON};
    for (TestData.Kind kind : kinds) {
      byte[] content = TestData.of(kind, 300_000);
      String[] arguments = ("-c " + options).split(" ", -1);
      assertContent(content, zstd.run(content, arguments));
    }
  }

  @Test
  void seekableFilesAreReadAsOneContent() {
    byte[] content = TestData.of(TestData.Kind.JSON, 200_000);
    ZstdOptions options = ZstdOptions.defaults();
    byte[] out = new byte[(int) ZstdSeekable.maxCompressedLength(content.length, 30_000)];
    long written =
        ZstdSeekable.compress(
            MemorySegment.ofArray(content), MemorySegment.ofArray(out), options, 30_000);
    assertArrayEquals(content, zstd.run(Arrays.copyOf(out, (int) written), "-d", "-c"));
  }
}
