// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.compression.testing.Cost;
import dev.segue.compression.testing.Soak;
import dev.segue.compression.testing.TestData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Segment paths allocate nothing on the heap once they are compiled.
@Tag("jit")
class AllocationTest {

  private static final int[] LENGTHS =
      Soak.IS_ON
          ? new int[] {1, 100, 2_000, 30_000, 70_000, 300_000, 2_500_000, 40_000_000}
          : new int[] {100, 70_000, 1_200_000};

  private final Map<String, Long> found = new TreeMap<>();

  /// A length, and the kinds of source and destination memory.
  private record Shape(int length, boolean heap, boolean otherHeap) {

    static List<Shape> all() {
      return IntStream.of(LENGTHS)
          .boxed()
          .flatMap(length ->
              Stream.of(
                  new Shape(length, false, false),
                  new Shape(length, true, false),
                  new Shape(length, false, true),
                  new Shape(length, true, true)))
          .toList();
    }

    MemorySegment content(Arena arena) {
      byte[] bytes = TestData.of(TestData.Kind.JSON, length);
      return back(arena).copyFrom(MemorySegment.ofArray(bytes));
    }

    MemorySegment back(Arena arena) {
      return memory(arena, heap, length);
    }

    MemorySegment out(Arena arena, long bound) {
      return memory(arena, otherHeap, bound);
    }

    private static MemorySegment memory(Arena arena, boolean heap, long length) {
      return heap
          ? MemorySegment.ofArray(new byte[Math.toIntExact(length)])
          : arena.allocate(length);
    }
  }

  private interface Write {
    long write(MemorySegment content, MemorySegment out);
  }

  private interface Read {
    long read(MemorySegment written, MemorySegment back);
  }

  private void measure(String what, Shape shape, long bound, Write write, Read read) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment content = shape.content(arena);
      MemorySegment out = shape.out(arena, bound);
      MemorySegment written = out.asSlice(0, write.write(content, out));
      MemorySegment back = shape.back(arena);
      note(
          "write " + what + shape,
          Cost.bytesPerCall(() -> write.write(content, out), shape.length));
      note("read " + what + shape, Cost.bytesPerCall(() -> read.read(written, back), shape.length));
    }
  }

  private void note(String path, long bytes) {
    if (bytes > 0) {
      found.put(path, bytes);
    }
  }

  @Test
  void codecsAllocateNothing() {
    for (Codec codec :
        List.of(
            Codec.zstd(),
            Codec.zstd(ZstdOptions.defaults().withChecksum(true)),
            Codec.lz4(),
            Codec.lz4Raw(),
            Codec.snappy(),
            Codec.gzip(1),
            Codec.brotli(1),
            Codec.stored())) {
      for (Shape shape : Shape.all()) {
        long bound = codec.maxCompressedLength(shape.length);
        measure(codec.toString(), shape, bound, codec::compress, codec::decompress);
      }
    }
    assertEquals(Map.of(), found);
  }

  @Test
  void codecsWithDisabledEventsAllocateNothing() {
    Codec codec = Codec.lz4();
    try (Recording recording = new Recording()) {
      recording.start();
      for (Shape shape : Shape.all()) {
        long bound = codec.maxCompressedLength(shape.length);
        measure(codec.toString(), shape, bound, codec::compress, codec::decompress);
      }
    }
    assertEquals(Map.of(), found);
  }

  @Test
  void rangesOfSegmentsAllocateNothing() {
    for (Codec codec :
        List.of(Codec.zstd(), Codec.lz4(), Codec.lz4Raw(), Codec.snappy(), Codec.brotli(1))) {
      for (Shape shape : Shape.all()) {
        measure(
            codec + " on ranges",
            shape,
            codec.maxCompressedLength(shape.length) + 3,
            (content, out) ->
                3 + codec.compress(content, 1, content.byteSize() - 1, out, 3, out.byteSize() - 3),
            (written, back) ->
                codec.decompress(written, 3, written.byteSize() - 3, back, 1, back.byteSize() - 1));
      }
    }
    assertEquals(Map.of(), found);
  }

  @Test
  void readingTheStatedLengthAllocatesNothing() {
    for (Codec codec : List.of(Codec.zstd(), Codec.lz4(), Codec.snappy())) {
      byte[] bytes = codec.compress(TestData.of(TestData.Kind.JSON, 300_000));
      MemorySegment source = MemorySegment.ofArray(bytes);
      note(codec.toString(), Cost.bytesPerCall(() -> codec.decompressedLength(source), 2000));
    }
    assertEquals(Map.of(), found);
  }

  @Test
  void envelopesAllocateNothing() {
    byte[] content = TestData.of(TestData.Kind.JSON, 10_000);
    try (ZstdDictionary dictionary = ZstdDictionary.of(MemorySegment.ofArray(content))) {
      ZstdOptions options = ZstdOptions.defaults().withDictionary(dictionary);
      for (Codec codec :
          List.of(Codec.zstd(options), Codec.zstd(), Codec.lz4(), Codec.lz4Raw(), Codec.snappy())) {
        Envelope envelope = Envelope.of(codec);
        for (Shape shape : Shape.all()) {
          long bound = envelope.maxEncodedLength(shape.length);
          measure("envelope " + codec, shape, bound, envelope::encode, envelope::decode);
        }
      }
    }
    assertEquals(Map.of(), found);
  }

  /// Blocks without pieces, after the header of their envelope.
  @Test
  void envelopesOfLongContentAllocateNothing() {
    for (Codec codec : List.of(Codec.lz4Raw(), Codec.snappy(), Codec.gzip(1))) {
      Envelope envelope = Envelope.of(codec);
      // Longer than the scratch memory that is kept between calls.
      for (Shape shape :
          List.of(new Shape(18_000_000, false, false), new Shape(18_000_000, true, true))) {
        long bound = envelope.maxEncodedLength(shape.length);
        measure("envelope " + codec, shape, bound, envelope::encode, envelope::decode);
      }
    }
    assertEquals(Map.of(), found);
  }

  @Test
  void seekableFilesAllocateNothing() {
    ZstdOptions options = ZstdOptions.defaults();
    int frame = 50_000;
    for (Shape shape : Shape.all()) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment content = shape.content(arena);
        MemorySegment out = shape.out(arena, ZstdSeekable.maxCompressedLength(shape.length, frame));
        long written = ZstdSeekable.compress(content, out, options, frame);
        ZstdSeekable seekable = ZstdSeekable.open(out.asSlice(0, written), options);
        MemorySegment back = shape.back(arena);
        note(
            "write " + shape,
            Cost.bytesPerCall(
                () -> ZstdSeekable.compress(content, out, options, frame), shape.length));
        note(
            "read " + shape,
            Cost.bytesPerCall(() -> seekable.read(shape.length / 3, back), shape.length));
      }
    }
    assertEquals(Map.of(), found);
  }

  @Test
  void stepsAllocateNothing() {
    try (Arena arena = Arena.ofConfined();
        ZstdCompressor compressor = ZstdCompressor.create(ZstdOptions.defaults());
        ZstdDecompressor decompressor = ZstdDecompressor.create(ZstdOptions.defaults())) {
      MemorySegment content = arena.allocate(10_000);
      MemorySegment out = arena.allocate(20_000);
      MemorySegment back = arena.allocate(10_000);
      long written = compressor.step(content, out, ZstdCompressor.EndDirective.END);
      MemorySegment frame = out.asSlice(0, written);
      MemorySegment other = arena.allocate(20_000);
      note(
          "compress",
          Cost.bytesPerCall(
              () -> compressor.step(content, other, ZstdCompressor.EndDirective.END), 10_000));
      note("decompress", Cost.bytesPerCall(() -> decompressor.step(frame, back), 10_000));
    }
    assertEquals(Map.of(), found);
  }
}
