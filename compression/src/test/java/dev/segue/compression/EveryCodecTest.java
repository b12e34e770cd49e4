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
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests the contract of `Codec` for every codec.
class EveryCodecTest {

  private static final int[] LENGTHS = {
    0, 1, 13, 1000, 65_536, TestData.BLOCK + 1, 300_000, Soak.IS_ON ? 5_000_000 : 600_000
  };

  static Stream<Codec> codecs() {
    return Stream.of(
        Codec.zstd(),
        Codec.lz4(),
        Codec.lz4(9),
        Codec.lz4Raw(),
        Codec.lz4Raw(12),
        Codec.snappy(),
        Codec.gzip(),
        Codec.gzip(1),
        Codec.gzip(12),
        Codec.brotli(),
        Codec.brotli(0),
        Codec.brotli(9),
        Codec.stored());
  }

  static Stream<Codec> codecsWithStreams() {
    return Stream.of(
        Codec.zstd(),
        Codec.lz4(),
        Codec.lz4(9),
        Codec.gzip(),
        Codec.brotli(),
        Codec.brotli(0),
        Codec.stored());
  }

  private static boolean isSlow(Codec codec) {
    return codec.equals(Codec.gzip(12));
  }

  private static MemorySegment allocate(Arena arena, boolean heap, long length) {
    return heap ? MemorySegment.ofArray(new byte[Math.toIntExact(length)]) : arena.allocate(length);
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void roundTripsFromAndToAnyMemory(Codec codec) {
    for (TestData.Kind kind : TestData.Kind.values()) {
      for (int length : LENGTHS) {
        boolean slow = isSlow(codec);
        if (length > 300_000 && (slow || kind != TestData.Kind.JSON)) {
          continue;
        }
        byte[] content = TestData.of(kind, length);
        int mixes = Soak.IS_ON || length < 300_000 ? 4 : 2;
        for (int mix = 0; mix < mixes; mix++) {
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

  /// The number of bytes on either side of every range that must not change.
  private static final int AROUND = 13;

  @ParameterizedTest
  @MethodSource("codecs")
  void onlyTheRangesOfSegmentsAreReadAndWritten(Codec codec) {
    for (int length : new int[] {0, 1, 1000, Soak.IS_ON ? 1_500_000 : 200_000}) {
      byte[] content = TestData.of(TestData.Kind.JSON, length);
      byte[] whole = codec.compress(content);
      for (int mix = 0; mix < 4; mix++) {
        boolean heap = (mix & 1) != 0;
        boolean otherHeap = (mix & 2) != 0;
        try (Arena arena = Arena.ofConfined()) {
          long bound = codec.maxCompressedLength(length);
          roundTripOfRanges(
              codec,
              content,
              whole,
              allocate(arena, heap, length + 2 * AROUND),
              0,
              allocate(arena, otherHeap, bound + 2 * AROUND),
              0);
          long behind = length + 2L * AROUND;
          MemorySegment both = allocate(arena, heap, behind + bound + 2 * AROUND);
          roundTripOfRanges(codec, content, whole, both, 0, both, behind);
        }
      }
    }
  }

  private static void roundTripOfRanges(
      Codec codec,
      byte[] content,
      byte[] whole,
      MemorySegment plain,
      long plainStart,
      MemorySegment packed,
      long packedStart) {
    long from = plainStart + AROUND;
    long to = packedStart + AROUND;
    long bound = codec.maxCompressedLength(content.length);
    plain.fill((byte) 7);
    packed.fill((byte) 7);
    MemorySegment.copy(content, 0, plain, ValueLayout.JAVA_BYTE, from, content.length);
    long written = codec.compress(plain, from, content.length, packed, to, bound);
    assertEquals(whole.length, written);
    assertEquals(-1, MemorySegment.ofArray(whole).mismatch(packed.asSlice(to, written)));
    plain.asSlice(from, content.length).fill((byte) 0);
    long read = codec.decompress(packed, to, written, plain, from, content.length);
    assertEquals(content.length, read);
    assertEquals(-1, MemorySegment.ofArray(content).mismatch(plain.asSlice(from, content.length)));
    for (int i = 0; i < AROUND; i++) {
      assertEquals(7, plain.get(ValueLayout.JAVA_BYTE, plainStart + i));
      assertEquals(7, plain.get(ValueLayout.JAVA_BYTE, from + content.length + i));
      assertEquals(7, packed.get(ValueLayout.JAVA_BYTE, packedStart + i));
      assertEquals(7, packed.get(ValueLayout.JAVA_BYTE, to + bound + i));
    }
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void tooSmallDestinationHasItsOwnKind(Codec codec) {
    for (int length : new int[] {1, 100, 70_000, Soak.IS_ON ? 600_000 : 150_000}) {
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

  @ParameterizedTest
  @MethodSource("codecs")
  void segmentConfinedToAnotherThreadIsRefused(Codec codec) throws InterruptedException {
    MemorySegment heap = MemorySegment.ofArray(new byte[1000]);
    MemorySegment compressed = MemorySegment.ofArray(codec.compress(new byte[100]));
    List<Throwable> thrown = Collections.synchronizedList(new ArrayList<>());
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment confined = arena.allocate(1000);
      List<Runnable> calls =
          List.of(
              () -> codec.compress(heap.asSlice(0, 10), confined),
              () -> codec.compress(confined, MemorySegment.ofArray(new byte[2000])),
              () -> codec.decompress(compressed, confined),
              () -> codec.decompress(confined, heap),
              () -> codec.decompressedLength(confined));
      for (Runnable call : calls) {
        Thread.ofPlatform().uncaughtExceptionHandler((_, e) -> thrown.add(e)).start(call).join();
      }
    }
    assertEquals(
        Collections.nCopies(5, WrongThreadException.class),
        thrown.stream().map(Throwable::getClass).toList());
  }

  @ParameterizedTest
  @MethodSource("codecs")
  @SuppressWarnings("NullAway") // null is intended
  void nullIsRefused(Codec codec) {
    MemorySegment heap = MemorySegment.ofArray(new byte[100]);
    assertThrows(NullPointerException.class, () -> codec.compress(null, heap));
    assertThrows(NullPointerException.class, () -> codec.compress(heap, (MemorySegment) null));
    assertThrows(NullPointerException.class, () -> codec.decompress(null, heap));
    assertThrows(NullPointerException.class, () -> codec.decompress(heap, null));
    assertThrows(NullPointerException.class, () -> codec.decompressedLength((MemorySegment) null));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void emptyContentRoundTrips(Codec codec) {
    MemorySegment out = MemorySegment.ofArray(new byte[100]);
    long written = codec.compress(MemorySegment.NULL, out);
    assertEquals(0, codec.decompress(out.asSlice(0, written), MemorySegment.NULL));
    assertEquals(0, codec.decompress(out.asSlice(0, written), MemorySegment.ofArray(new byte[0])));
    assertThrows(
        CompressionException.class,
        () -> codec.compress(MemorySegment.ofArray(new byte[1]), MemorySegment.NULL));
  }

  /// Codecs whose calls are long enough to be interrupted even for short content.
  private static final List<Codec> TAKE_LONG =
      List.of(Codec.gzip(12), Codec.brotli(), Codec.brotli(9));

  /// Codecs that read the source only while copying it.
  private static final List<Codec> COMPRESS_A_COPY =
      List.of(
          Codec.lz4(9),
          Codec.lz4Raw(12),
          Codec.gzip(),
          Codec.gzip(1),
          Codec.gzip(12),
          Codec.brotli(0));

  private static final long PATIENCE_NANOS = 300_000_000_000L;

  /// A crash if it is not so. A call may be over too soon to be met, so it is tried again.
  @Tag("jit")
  @ParameterizedTest
  @MethodSource("codecs")
  void arenaInUseByACallCannotBeClosed(Codec codec) throws InterruptedException {
    int length = TAKE_LONG.contains(codec) ? 300_000 : 4_000_000;
    MemorySegment content = MemorySegment.ofArray(TestData.of(TestData.Kind.BINARY, length));
    boolean[] held = new boolean[2];
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    boolean needsBoth = !COMPRESS_A_COPY.contains(codec);
    boolean isTooFast = codec.equals(Codec.stored());
    long end = System.nanoTime() + (isTooFast ? 0 : PATIENCE_NANOS);
    for (int turn = 0;
        !((held[0] || !needsBoth) && held[1]) && (turn < 100 || System.nanoTime() - end < 0);
        turn++) {
      Arena[] arenas = {Arena.ofShared(), Arena.ofShared()};
      MemorySegment source = arenas[0].allocate(length).copyFrom(content);
      MemorySegment out = arenas[1].allocate(codec.maxCompressedLength(length));
      CountDownLatch begun = new CountDownLatch(1);
      Thread user =
          Thread.ofPlatform()
              .uncaughtExceptionHandler((_, e) -> failures.add(e))
              .start(() -> {
                begun.countDown();
                codec.compress(source, out);
              });
      begun.await();
      Thread.sleep(turn % 10);
      for (int i : new int[] {turn % 2, 1 - turn % 2}) {
        while (arenas[i].scope().isAlive()) {
          try {
            arenas[i].close();
          } catch (IllegalStateException e) {
            held[i] = true;
          }
        }
      }
      user.join();
    }
    boolean holds = (held[0] || !needsBoth) && held[1];
    assertTrue(holds || isTooFast, Arrays.toString(held));
    assertEquals(List.of(), failures.stream().filter(e -> !isClosed(e)).toList());
  }

  /// The call came too late, which is possible.
  private static boolean isClosed(Throwable e) {
    return e instanceof IllegalStateException;
  }

  private static final int BROKEN = Soak.IS_ON ? 3000 : 800;

  /// Only the module's own exception, within a time limit; never a crash.
  @ParameterizedTest
  @MethodSource("codecs")
  void brokenInputNeverCrashes(Codec codec) {
    long seed = 42;
    Random random = new Random(seed);
    byte[] compressed = codec.compress(TestData.of(TestData.Kind.JSON, 20_000));
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(50_000);
      for (int round = 0; round < BROKEN; round++) {
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
  void streamsRoundTrip(Codec codec) throws IOException {
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
          CompressionException e = flawOf(in::readAllBytes);
          assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("codecsWithStreams")
  void truncatedStreamIsAnError(Codec codec) throws IOException {
    if (codec.equals(Codec.stored())) {
      return; // every prefix is complete
    }
    byte[] whole = codec.compress(TestData.of(TestData.Kind.TEXT, 300_000));
    for (int cut : new int[] {0, 3, 8, whole.length / 2, whole.length - 1}) {
      try (InputStream in =
          codec.decompressing(new ByteArrayInputStream(whole, 0, cut), Long.MAX_VALUE)) {
        CompressionException e = flawOf(in::readAllBytes, codec + " cut=" + cut);
        assertEquals(Kind.MALFORMED_INPUT, e.kind());
      }
    }
  }
}
