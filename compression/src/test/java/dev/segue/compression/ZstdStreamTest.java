// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static dev.segue.compression.testing.Messages.assertMentions;
import static dev.segue.compression.testing.StreamFlaws.flawOf;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.ZstdCompressor.EndDirective;
import dev.segue.compression.testing.Soak;
import dev.segue.compression.testing.TestData;
import dev.segue.compression.testing.Tool;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ZstdStreamTest {

  private static final ZstdOptions DEFAULTS = ZstdOptions.defaults();

  private static byte[] compressed(byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream compressing = Codec.zstd().compressing(out)) {
      compressing.write(content);
    }
    return out.toByteArray();
  }

  @Nested
  class Streams {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1000, TestData.BLOCK - 1, TestData.BLOCK, 700_000})
    void roundTrip(int length) throws IOException {
      byte[] content = TestData.of(TestData.Kind.TEXT, length);
      byte[] frame = compressed(content);
      assertArrayEquals(content, Codec.zstd().decompress(frame, length));
      try (InputStream in = Codec.zstd().decompressing(new ByteArrayInputStream(frame), length)) {
        assertArrayEquals(content, in.readAllBytes());
        assertEquals(-1, in.read());
      }
    }

    @Test
    void returnFlushedContentBeforeTheEnd() throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (OutputStream compressing = Codec.zstd().compressing(out)) {
        compressing.write("hello".getBytes(StandardCharsets.US_ASCII));
        compressing.flush();
        InputStream in =
            Codec.zstd().decompressing(new ByteArrayInputStream(out.toByteArray()), 100);
        assertEquals("hello", new String(in.readNBytes(5), StandardCharsets.US_ASCII));
        in.close();
        compressing.write('!');
      }
      assertEquals(6, Codec.zstd().decompress(out.toByteArray(), 6).length);
    }

    @Test
    void readConcatenatedFramesByteByByte() throws IOException {
      ByteArrayOutputStream frames = new ByteArrayOutputStream();
      byte[] content = TestData.of(TestData.Kind.JSON, 3000);
      frames.write(compressed(content));
      frames.write(compressed(new byte[0]));
      frames.write(compressed(content));
      try (InputStream in =
          Codec.zstd()
              .decompressing(new ByteArrayInputStream(frames.toByteArray()), Long.MAX_VALUE)) {
        for (int i = 0; i < 6000; i++) {
          assertEquals(content[i % 3000], (byte) in.read());
        }
        assertEquals(-1, in.read());
      }
    }

    @Test
    void endWithinAFrameIsAnErrorWithItsOffset() throws IOException {
      byte[] frame = compressed(TestData.of(TestData.Kind.JSON, 300_000));
      for (int cut : new int[] {0, 1, 10, frame.length / 2, frame.length - 1}) {
        InputStream in =
            Codec.zstd().decompressing(new ByteArrayInputStream(frame, 0, cut), Long.MAX_VALUE);
        CompressionException e = flawOf(in::readAllBytes);
        assertEquals(Kind.MALFORMED_INPUT, e.kind());
        assertEquals(cut, e.offset());
        in.close();
      }
    }

    @Test
    void stopAtTheBound() throws IOException {
      byte[] bomb = compressed(new byte[50_000_000]);
      assertTrue(bomb.length < 10_000);
      try (InputStream in = Codec.zstd().decompressing(new ByteArrayInputStream(bomb), 1_000_000)) {
        CompressionException e = flawOf(in::readAllBytes);
        assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
      }
    }

    @Test
    void refuseUseAfterClose() throws IOException {
      OutputStream out = Codec.zstd().compressing(new ByteArrayOutputStream());
      out.close();
      out.close();
      assertThrows(IOException.class, () -> out.write(1));
      InputStream in = Codec.zstd().decompressing(new ByteArrayInputStream(new byte[0]), 1);
      in.close();
      assertThrows(IOException.class, in::read);
    }

    @Test
    void agreeWithTheCommandLineTool() throws IOException {
      Tool zstd = Tool.require("zstd");
      byte[] content = TestData.of(TestData.Kind.BINARY, 1_500_000);
      assertArrayEquals(content, zstd.run(compressed(content), "-d", "-c"));
      byte[] theirs = zstd.run(content, "-c", "-9");
      try (InputStream in =
          Codec.zstd().decompressing(new ByteArrayInputStream(theirs), content.length)) {
        assertArrayEquals(content, in.readAllBytes());
      }
    }

    @Test
    void channelsDoTheSame() throws IOException {
      byte[] content = TestData.of(TestData.Kind.TEXT, 500_000);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (WritableByteChannel channel = Codec.zstd().compressing(Channels.newChannel(out))) {
        channel.write(ByteBuffer.wrap(content));
      }
      ByteBuffer back = ByteBuffer.allocate(content.length);
      try (ReadableByteChannel channel =
          Codec.zstd()
              .decompressing(
                  Channels.newChannel(new ByteArrayInputStream(out.toByteArray())),
                  content.length)) {
        while (back.hasRemaining() && channel.read(back) >= 0) {
          // reads on
        }
      }
      assertArrayEquals(content, back.array());
    }
  }

  @Nested
  class Steps {

    /// Processes everything with little room for source and destination, in either kind of memory.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void workWithPortionsOfAnySize(boolean heap) {
      byte[] content = TestData.of(TestData.Kind.JSON, 200_000);
      try (Arena arena = Arena.ofConfined();
          ZstdCompressor compressor = ZstdCompressor.create(DEFAULTS.withChecksum(true));
          ZstdDecompressor decompressor = ZstdDecompressor.create(DEFAULTS)) {
        MemorySegment source =
            heap
                ? MemorySegment.ofArray(content)
                : arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
        MemorySegment frame =
            heap ? MemorySegment.ofArray(new byte[300_000]) : arena.allocate(300_000);
        MemorySegment back =
            heap ? MemorySegment.ofArray(new byte[200_000]) : arena.allocate(200_000);
        long taken = 0;
        long given = 0;
        do {
          long end = Math.min(content.length, taken + 7777);
          EndDirective directive = end == content.length ? EndDirective.END : EndDirective.CONTINUE;
          given +=
              compressor.step(
                  source.asSlice(taken, end - taken), frame.asSlice(given, 333), directive);
          taken += compressor.consumed();
        } while (taken < content.length || !compressor.isComplete());
        long read = 0;
        long written = 0;
        while (read < given || !decompressor.isFrameComplete()) {
          written +=
              decompressor.step(
                  frame.asSlice(read, Math.min(100, given - read)),
                  back.asSlice(written, Math.min(5000, 200_000 - written)));
          read += decompressor.consumed();
        }
        assertEquals(200_000, written);
        assertEquals(-1, source.mismatch(back));
      }
    }

    @Test
    void announcedLengthIsInTheHeaderAndEnforced() {
      byte[] content = TestData.of(TestData.Kind.TEXT, 5000);
      MemorySegment out = MemorySegment.ofArray(new byte[10_000]);
      try (ZstdCompressor compressor = ZstdCompressor.create(DEFAULTS)) {
        compressor.begin(5000);
        long written = compressor.step(MemorySegment.ofArray(content), out, EndDirective.END);
        assertTrue(compressor.isComplete());
        assertEquals(5000, Codec.zstd().decompressedLength(out.asSlice(0, written)));
        compressor.begin(5001);
        compressor.step(MemorySegment.ofArray(content), out, EndDirective.CONTINUE);
        CompressionException e =
            assertThrows(
                CompressionException.class,
                () -> compressor.step(MemorySegment.NULL, out, EndDirective.END));
        assertEquals(Kind.MALFORMED_INPUT, e.kind());
        compressor.begin(-1);
        compressor.step(MemorySegment.ofArray(content), out, EndDirective.END);
        assertTrue(compressor.isComplete());
      }
    }

    @Test
    void windowBeyondTheLimitIsRefusedBeforeAllocation() {
      byte[] content = TestData.of(TestData.Kind.TEXT, 1000);
      MemorySegment frame = MemorySegment.ofArray(new byte[2000]);
      ZstdOptions large = DEFAULTS.withLongDistanceMatching(27).withContentSize(false);
      try (ZstdCompressor compressor = ZstdCompressor.create(large);
          ZstdDecompressor decompressor =
              ZstdDecompressor.create(DEFAULTS.withDecompressWindowLogMax(20))) {
        compressor.step(
            MemorySegment.ofArray(content).asSlice(0, 500), frame, EndDirective.CONTINUE);
        long written =
            compressor.step(MemorySegment.ofArray(content).asSlice(500), frame, EndDirective.END);
        MemorySegment back = MemorySegment.ofArray(new byte[1000]);
        long before = CompressionMemory.bytesInUse();
        CompressionException e =
            assertThrows(
                CompressionException.class,
                () -> decompressor.step(frame.asSlice(0, written), back));
        assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
        assertMentions(
            e,
            "offset=0",
            "134217728 bytes",
            "1048576",
            "withDecompressWindowLogMax(27)",
            "--long");
        assertTrue(CompressionMemory.bytesInUse() - before < 1 << 20);
        decompressor.begin();
        CompressionException bytewise =
            assertThrows(
                CompressionException.class,
                () -> {
                  for (int i = 0; i < written; i++) {
                    decompressor.step(frame.asSlice(i, 1), back);
                  }
                });
        assertEquals(e.getMessage(), bytewise.getMessage());
        assertEquals(1000, Codec.zstd().decompress(frame.asSlice(0, written), back));
      }
    }

    @Test
    void useAfterCloseOrFromAnotherThreadIsRefused() {
      ZstdCompressor compressor = ZstdCompressor.create(DEFAULTS);
      compressor.close();
      compressor.close();
      MemorySegment out = MemorySegment.ofArray(new byte[100]);
      assertThrows(
          IllegalStateException.class,
          () -> compressor.step(MemorySegment.NULL, out, EndDirective.END));
      ZstdDecompressor decompressor = ZstdDecompressor.create(DEFAULTS);
      decompressor.close();
      assertThrows(IllegalStateException.class, () -> decompressor.step(MemorySegment.NULL, out));
      assertFalse(compressor.isComplete() && compressor.consumed() > 0);
    }

    @Test
    void closingDuringAStepNeverCrashes() throws InterruptedException {
      byte[] content = TestData.of(TestData.Kind.JSON, 20_000);
      List<Throwable> failures = new CopyOnWriteArrayList<>();
      for (int round = 0; round < (Soak.IS_ON ? 500 : 150); round++) {
        ZstdCompressor compressor = ZstdCompressor.create(DEFAULTS);
        AtomicBoolean running = new AtomicBoolean();
        Thread user =
            Thread.ofPlatform()
                .uncaughtExceptionHandler((_, e) -> failures.add(e))
                .start(() -> {
                  try (Arena arena = Arena.ofConfined()) {
                    MemorySegment out = arena.allocate(40_000);
                    MemorySegment in = arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
                    while (true) {
                      compressor.step(in, out, EndDirective.FLUSH);
                      running.set(true);
                    }
                  } catch (IllegalStateException e) {
                    // closed: the end of the loop
                  }
                });
        while (!running.get() && failures.isEmpty()) {
          Thread.onSpinWait();
        }
        compressor.close();
        user.join();
      }
      assertEquals(List.of(), failures);
    }
  }

  @Nested
  class Prefix {

    private final byte[] old = TestData.of(TestData.Kind.RANDOM, 1_000_000);

    private byte[] changed() {
      byte[] copy = old.clone();
      System.arraycopy("changed".getBytes(StandardCharsets.US_ASCII), 0, copy, 500_000, 7);
      return copy;
    }

    @Test
    void patchIsSmallAndNeedsThePrefix() {
      byte[] content = changed();
      MemorySegment patch = patch(content);
      assertTrue(patch.byteSize() < 1000, "byteSize=" + patch.byteSize());
      MemorySegment back = MemorySegment.ofArray(new byte[content.length]);
      try (ZstdDecompressor decompressor = ZstdDecompressor.create(DEFAULTS)) {
        decompressor.begin(MemorySegment.ofArray(old));
        drain(decompressor, patch, back);
        assertEquals(-1, MemorySegment.ofArray(content).mismatch(back));
        decompressor.begin();
        assertThrows(CompressionException.class, () -> drain(decompressor, patch, back));
      }
    }

    private MemorySegment patch(byte[] content) {
      MemorySegment out = MemorySegment.ofArray(new byte[2_000_000]);
      try (ZstdCompressor compressor =
          ZstdCompressor.create(DEFAULTS.withLongDistanceMatching(21))) {
        compressor.begin(content.length, MemorySegment.ofArray(old));
        MemorySegment source = MemorySegment.ofArray(content);
        long written = 0;
        do {
          written += compressor.step(source, out.asSlice(written), EndDirective.END);
          source = source.asSlice(compressor.consumed());
        } while (!compressor.isComplete());
        return out.asSlice(0, written);
      }
    }

    private static void drain(
        ZstdDecompressor decompressor, MemorySegment frame, MemorySegment to) {
      MemorySegment rest = frame;
      long written = 0;
      do {
        written += decompressor.step(rest, to.asSlice(written));
        rest = rest.asSlice(decompressor.consumed());
      } while (!decompressor.isFrameComplete());
    }

    @Test
    void agreesWithPatchFrom(@TempDir Path directory) throws IOException {
      Tool zstd = Tool.require("zstd");
      Path oldFile = Files.write(directory.resolve("old"), old);
      byte[] content = changed();
      byte[] ours = patch(content).toArray(ValueLayout.JAVA_BYTE);
      assertArrayEquals(content, zstd.run(ours, "-d", "-c", "--patch-from=" + oldFile));
      Path newFile = Files.write(directory.resolve("new"), content);
      byte[] theirs = zstd.run(new byte[0], "-c", "--patch-from=" + oldFile, newFile.toString());
      MemorySegment back = MemorySegment.ofArray(new byte[content.length]);
      try (ZstdDecompressor decompressor = ZstdDecompressor.create(DEFAULTS)) {
        decompressor.begin(MemorySegment.ofArray(old));
        drain(decompressor, MemorySegment.ofArray(theirs), back);
      }
      assertEquals(-1, MemorySegment.ofArray(content).mismatch(back));
    }
  }

  @Nested
  class BuffersThatStay {

    private final byte[] content = TestData.of(TestData.Kind.JSON, 1_000_000);

    @Test
    void areNotCopiedAndGiveTheSameContent() {
      ZstdOptions options =
          DEFAULTS
              .with(ZstdCompressionParameter.STABLE_IN_BUFFER, 1)
              .with(ZstdCompressionParameter.STABLE_OUT_BUFFER, 1)
              .with(ZstdDecompressionParameter.STABLE_OUT_BUFFER, 1);
      try (Arena arena = Arena.ofConfined();
          ZstdCompressor compressor = ZstdCompressor.create(options);
          ZstdDecompressor decompressor = ZstdDecompressor.create(options)) {
        MemorySegment source = arena.allocateFrom(ValueLayout.JAVA_BYTE, content);
        MemorySegment frame = arena.allocate(Codec.zstd().maxCompressedLength(content.length));
        MemorySegment back = arena.allocate(content.length);
        for (int round = 0; round < 2; round++) {
          long written = 0;
          long taken = 0;
          while (taken < content.length) {
            MemorySegment soFar = source.asSlice(0, Math.min(content.length, taken + 70_000));
            boolean last = soFar.byteSize() == content.length;
            written +=
                compressor.step(soFar, frame, last ? EndDirective.END : EndDirective.CONTINUE);
            taken += compressor.consumed();
          }
          assertTrue(compressor.isComplete());
          long read = 0;
          for (long fed = 0; fed < written; fed += decompressor.consumed()) {
            read += decompressor.step(frame.asSlice(fed, Math.min(50_000, written - fed)), back);
          }
          assertTrue(decompressor.isFrameComplete());
          assertEquals(content.length, read);
          assertEquals(-1, source.mismatch(back));
          back.fill((byte) 0);
        }
      }
    }

    @Test
    void mustBeNativeAndTheSame() {
      ZstdOptions options = DEFAULTS.with(ZstdCompressionParameter.STABLE_IN_BUFFER, 1);
      try (Arena arena = Arena.ofConfined();
          ZstdCompressor compressor = ZstdCompressor.create(options)) {
        MemorySegment out = arena.allocate(2000);
        MemorySegment heap = MemorySegment.ofArray(content).asSlice(0, 100);
        assertThrows(
            IllegalArgumentException.class,
            () -> compressor.step(heap, out, EndDirective.CONTINUE));
        compressor.step(arena.allocate(500), out, EndDirective.CONTINUE);
        MemorySegment another = arena.allocate(1000);
        assertThrows(
            IllegalArgumentException.class, () -> compressor.step(another, out, EndDirective.END));
      }
    }

    /// libzstd's reset loses the count of unread bytes of such a source.
    @Test
    void buffersOfAnAbandonedFrameAreDropped() {
      ZstdOptions options = DEFAULTS.with(ZstdCompressionParameter.STABLE_IN_BUFFER, 1);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment out = arena.allocate(2000);
        MemorySegment source = arena.allocate(1000);
        try (ZstdCompressor compressor = ZstdCompressor.create(options);
            ZstdCompressor other =
                ZstdCompressor.create(
                    options, arena.allocate(ZstdCompressor.workspaceLength(options), 8))) {
          for (ZstdCompressor each : new ZstdCompressor[] {compressor, other}) {
            each.step(source.asSlice(0, 500), out, EndDirective.CONTINUE);
            each.begin(-1);
            assertTrue(each.step(source, out, EndDirective.END) > 0);
            assertEquals(1000, ZstdFrame.at(out, 0).contentLength());
            each.step(source.asSlice(0, 500), out, EndDirective.CONTINUE);
          }
        }
        assertTrue(Codec.zstd().compress(source, out) > 0);
      }
    }

    @Test
    void stableBuffersDoNotAffectWholeSegments() {
      Codec codec =
          Codec.zstd(
              DEFAULTS
                  .with(ZstdCompressionParameter.STABLE_IN_BUFFER, 1)
                  .with(ZstdCompressionParameter.STABLE_OUT_BUFFER, 1)
                  .with(ZstdDecompressionParameter.STABLE_OUT_BUFFER, 1));
      for (int length : new int[] {100, 300_000, 3_000_000}) {
        byte[] some = TestData.of(TestData.Kind.JSON, length);
        assertArrayEquals(some, codec.decompress(codec.compress(some), length));
      }
    }
  }
}
