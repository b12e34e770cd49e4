// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the contract says, of every codec there is.
class EveryCodecTest {

  private static final int[] LENGTHS = {
    0, 1, 13, 1000, 65_536, TestData.BLOCK + 1, 300_000, 5_000_000
  };

  static Stream<Codec> codecs() {
    return Stream.of(
        Codec.zstd(),
        Codec.lz4(),
        Codec.lz4Raw(),
        Codec.snappy(),
        Codec.gzip(),
        Codec.gzip(1),
        Codec.gzip(12),
        Codec.stored());
  }

  static Stream<Codec> codecsWithStreams() {
    return Stream.of(Codec.zstd(), Codec.lz4(), Codec.gzip(), Codec.stored());
  }

  private static MemorySegment allocate(Arena arena, boolean heap, long length) {
    return heap ? MemorySegment.ofArray(new byte[Math.toIntExact(length)]) : arena.allocate(length);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void givesBackWhatItCompressedFromAndToAnyMemory(Codec codec) {
    for (TestData.Kind kind : TestData.Kind.values()) {
      for (int length : LENGTHS) {
        boolean slow = codec.toString().equals("Codec.gzip(12)");
        if (length > 300_000 && (slow || kind != TestData.Kind.JSON)) {
          continue;
        }
        byte[] content = TestData.of(kind, length);
        for (int mix = 0; mix < 4; mix++) {
          roundTrip(codec, content, (mix & 1) != 0, (mix & 2) != 0);
        }
      }
    }
  }

  private static void roundTrip(Codec codec, byte[] content, boolean heap, boolean otherHeap) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = allocate(arena, heap, content.length);
      source.copyFrom(MemorySegment.ofArray(content));
      MemorySegment out = allocate(arena, otherHeap, codec.maxCompressedLength(content.length));
      MemorySegment compressed = out.asSlice(0, codec.compress(source, out));
      long stated = codec.decompressedLength(compressed);
      assertTrue(stated == content.length || stated == -1, "stated=" + stated);
      MemorySegment back = allocate(arena, heap, content.length);
      assertEquals(content.length, codec.decompress(compressed, back));
      assertEquals(-1, source.mismatch(back));
      MemorySegment roomy = allocate(arena, heap, 3L * content.length + 100);
      assertEquals(content.length, codec.decompress(compressed, roomy));
      assertEquals(-1, source.mismatch(roomy.asSlice(0, content.length)));
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void tooSmallADestinationIsAnErrorOfItsOwn(Codec codec) {
    for (int length : new int[] {1, 100, 70_000, 600_000}) {
      byte[] content = TestData.of(TestData.Kind.BINARY, length);
      byte[] compressed = codec.compress(content);
      try (Arena arena = Arena.ofConfined()) {
        for (boolean heap : new boolean[] {false, true}) {
          for (long room : new long[] {0, compressed.length / 2, compressed.length - 1}) {
            MemorySegment out = allocate(arena, heap, room);
            CompressionException e =
                assertThrows(
                    CompressionException.class,
                    () -> codec.compress(MemorySegment.ofArray(content), out));
            assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind(), e.getMessage());
          }
          for (long room : new long[] {0, length / 2, length - 1}) {
            MemorySegment out = allocate(arena, heap, room);
            CompressionException e =
                assertThrows(
                    CompressionException.class,
                    () -> codec.decompress(MemorySegment.ofArray(compressed), out));
            assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind(), codec + ": " + e.getMessage());
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void misuseIsRefused(Codec codec) {
    MemorySegment source = MemorySegment.ofArray(new byte[100]);
    MemorySegment out = MemorySegment.ofArray(new byte[1000]);
    assertThrows(IllegalArgumentException.class, () -> codec.compress(source, out.asReadOnly()));
    assertThrows(IllegalArgumentException.class, () -> codec.decompress(source, out.asReadOnly()));
    assertThrows(IllegalArgumentException.class, () -> codec.compress(out.asSlice(0, 100), out));
    assertThrows(IllegalArgumentException.class, () -> codec.maxCompressedLength(-1));
    Arena arena = Arena.ofConfined();
    MemorySegment closed = arena.allocate(100);
    arena.close();
    assertThrows(IllegalStateException.class, () -> codec.compress(closed, out));
    assertThrows(IllegalStateException.class, () -> codec.decompress(closed, out));
    assertThrows(IllegalStateException.class, () -> codec.compress(source, closed));
    assertThrows(IllegalStateException.class, () -> codec.decompressedLength(closed));
  }

  /// Nothing but the module's own error, and in time; never a crash.
  @ParameterizedTest
  @MethodSource("codecs")
  void brokenInputIsAnErrorOrContentButNeverACrash(Codec codec) {
    long seed = 42;
    Random random = new Random(seed);
    byte[] compressed = codec.compress(TestData.of(TestData.Kind.JSON, 20_000));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(50_000);
      for (int round = 0; round < 3000; round++) {
        byte[] broken = compressed.clone();
        for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
          broken[random.nextInt(broken.length)] ^= (byte) (1 << random.nextInt(8));
        }
        int length = random.nextInt(4) == 0 ? random.nextInt(broken.length) : broken.length;
        MemorySegment source = MemorySegment.ofArray(Arrays.copyOf(broken, length));
        boolean heap = random.nextBoolean();
        MemorySegment in =
            heap
                ? source
                : arena.allocateFrom(ValueLayout.JAVA_BYTE, Arrays.copyOf(broken, length));
        try {
          assertTrue(codec.decompress(in, out) <= 50_000);
        } catch (CompressionException e) {
          assertTrue(
              e.kind() != Kind.INTERNAL && e.kind() != Kind.OUT_OF_MEMORY,
              "seed=" + seed + " round=" + round + ": " + e.getMessage());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void streamsGiveBackWhatTheyTook(Codec codec) throws IOException {
    for (int length : LENGTHS) {
      byte[] content = TestData.of(TestData.Kind.TEXT, length);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (OutputStream compressing = codec.compressing(out)) {
        if (length > 0) {
          compressing.write(content[0]);
          compressing.flush();
          compressing.write(content, 1, length - 1);
        }
      }
      byte[] compressed = out.toByteArray();
      assertArrayEquals(content, codec.decompress(compressed, length));
      try (InputStream in =
          codec.decompressing(new ByteArrayInputStream(compressed), content.length)) {
        assertArrayEquals(content, in.readAllBytes());
      }
      byte[] whole = codec.compress(content);
      try (InputStream in = codec.decompressing(new ByteArrayInputStream(whole), content.length)) {
        assertArrayEquals(content, in.readAllBytes());
      }
      if (length > 1) {
        try (InputStream in =
            codec.decompressing(new ByteArrayInputStream(whole), content.length - 1)) {
          CompressionException e = assertThrows(CompressionException.class, in::readAllBytes);
          assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void aTruncatedStreamIsAnError(Codec codec) throws IOException {
    if (codec.equals(Codec.stored())) {
      return; // any length of it is whole
    }
    byte[] whole = codec.compress(TestData.of(TestData.Kind.TEXT, 300_000));
    for (int cut : new int[] {0, 3, 8, whole.length / 2, whole.length - 1}) {
      try (InputStream in =
          codec.decompressing(new ByteArrayInputStream(whole, 0, cut), Long.MAX_VALUE)) {
        CompressionException e =
            assertThrows(CompressionException.class, in::readAllBytes, codec + " cut=" + cut);
        assertEquals(Kind.MALFORMED_INPUT, e.kind());
      }
    }
  }
}
