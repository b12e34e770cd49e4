// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.testing.Soak;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Content of more than 2 GiB: sparse mapped files, and an array of longs. Runs only in the profile
/// `soak`, since it takes a minute or two, and 5 GiB of disk space.
class LargeSizesTest {

  private static final long LENGTH = (1L << 31) + 40_000_003;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

  @BeforeAll
  static void onlyInASoak() {
    Assumptions.assumeTrue(Soak.IS_ON, "-Dsegue.soak=true");
  }

  private static MemorySegment map(Path file, long length, Arena arena) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.SPARSE)) {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, length, arena);
    }
  }

  /// Writes marks at various offsets, including ones of more than 31 bits.
  private static void mark(MemorySegment content) {
    for (long offset = 0; offset <= LENGTH - 8; offset += 99_999_989) {
      content.set(LONG, offset, offset * 31 + 7);
    }
    content.set(LONG, (1L << 31) - 4, 0x1234_5678_9abc_def0L);
    content.set(LONG, LENGTH - 8, -1);
  }

  static Stream<Codec> codecs() {
    return Stream.of(Codec.zstd(1), Codec.lz4(), Codec.snappy(), Codec.gzip(1), Codec.brotli(0));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void mappedFilesRoundTripWithEveryCodecThatSupportsThem(Codec codec, @TempDir Path directory)
      throws IOException {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment content = map(directory.resolve("content"), LENGTH, arena);
      mark(content);
      MemorySegment out =
          map(directory.resolve("compressed"), codec.maxCompressedLength(LENGTH), arena);
      long written = codec.compress(content, out);
      assertTrue(written < LENGTH / 10, "written=" + written);
      MemorySegment back = map(directory.resolve("back"), LENGTH, arena);
      assertEquals(LENGTH, codec.decompress(out.asSlice(0, written), back));
      assertEquals(-1, content.mismatch(back));
    }
  }

  @Test
  void brotliStreamAcceptsTheLongestArrayInOneWrite() throws IOException {
    byte[] content = new byte[Integer.MAX_VALUE - 8];
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream out = Codec.brotli(0).compressing(compressed)) {
      out.write(content);
    }
    InputStream source = new ByteArrayInputStream(compressed.toByteArray());
    try (InputStream in = Codec.brotli().decompressing(source, content.length)) {
      assertEquals(content.length, in.transferTo(OutputStream.nullOutputStream()));
    }
  }

  @Test
  void arrayOfLongsIsCopiedThroughScratchInPieces(@TempDir Path directory) throws IOException {
    long[] numbers = new long[Math.toIntExact(LENGTH / 8 + 1)];
    MemorySegment content = MemorySegment.ofArray(numbers).asSlice(0, LENGTH);
    mark(content);
    Codec codec = Codec.zstd(1);
    try (Arena arena = Arena.ofShared()) {
      MemorySegment out =
          map(directory.resolve("compressed"), codec.maxCompressedLength(LENGTH), arena);
      long written = codec.compress(content, out);
      long scratch = CompressionMemory.bytesInUse();
      assertTrue(scratch < 64 << 20, "scratch=" + scratch);
      MemorySegment back = map(directory.resolve("back"), LENGTH, arena);
      assertEquals(LENGTH, codec.decompress(out.asSlice(0, written), back));
      assertEquals(-1, content.mismatch(back));
      content.fill((byte) 1);
      assertEquals(LENGTH, codec.decompress(out.asSlice(0, written), content));
      assertEquals(-1, content.mismatch(back));
    }
  }

  @Test
  void seekableFilesMayExceedTwoGiB(@TempDir Path directory) throws IOException {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment content = map(directory.resolve("content"), LENGTH, arena);
      mark(content);
      int frame = 64 << 20;
      ZstdOptions options = ZstdOptions.defaults().withLevel(1);
      long bound = ZstdSeekable.maxCompressedLength(LENGTH, frame);
      MemorySegment out = map(directory.resolve("compressed"), bound, arena);
      long written = ZstdSeekable.compress(content, out, options, frame);
      ZstdSeekable seekable = ZstdSeekable.open(out.asSlice(0, written), options);
      assertEquals(LENGTH, seekable.contentLength());
      MemorySegment part = arena.allocate(1000);
      for (long offset : new long[] {0, (1L << 31) - 500, LENGTH - 1000}) {
        assertEquals(1000, seekable.read(offset, part));
        assertEquals(-1, part.mismatch(content.asSlice(offset, 1000)));
      }
    }
  }
}
