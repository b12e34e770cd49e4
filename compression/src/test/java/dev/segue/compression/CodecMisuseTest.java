// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.testing.TestData;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// No call may crash the JVM, or fail without a clear error.
class CodecMisuseTest {

  private final Codec codec = Codec.zstd();

  private static MemorySegment heap(long length) {
    return MemorySegment.ofArray(new byte[Math.toIntExact(length)]);
  }

  private MemorySegment frame(int length) {
    MemorySegment out = heap(codec.maxCompressedLength(length));
    MemorySegment source = MemorySegment.ofArray(TestData.of(TestData.Kind.TEXT, length));
    return out.asSlice(0, codec.compress(source, out));
  }

  @Nested
  class Segments {

    @Test
    void rejectsAReadOnlyDestination() {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment source = arena.allocate(100);
        for (MemorySegment destination : new MemorySegment[] {arena.allocate(1000), heap(1000)}) {
          MemorySegment readOnly = destination.asReadOnly();
          assertThrows(IllegalArgumentException.class, () -> codec.compress(source, readOnly));
          assertThrows(IllegalArgumentException.class, () -> codec.decompress(frame(10), readOnly));
        }
      }
    }

    @Test
    void acceptsAReadOnlySource() {
      MemorySegment out = heap(200);
      long written = codec.compress(heap(100).asReadOnly(), out);
      assertEquals(100, codec.decompress(out.asSlice(0, written).asReadOnly(), heap(100)));
    }

    @Test
    void rejectsOverlap() {
      try (Arena arena = Arena.ofConfined()) {
        for (MemorySegment memory : new MemorySegment[] {arena.allocate(1000), heap(1000)}) {
          MemorySegment left = memory.asSlice(0, 501);
          MemorySegment right = memory.asSlice(500);
          assertThrows(IllegalArgumentException.class, () -> codec.compress(left, right));
          assertThrows(IllegalArgumentException.class, () -> codec.decompress(right, left));
        }
      }
    }

    @Test
    void rejectsOverlappingRangesAndAcceptsAdjacentOnes() {
      try (Arena arena = Arena.ofConfined()) {
        for (MemorySegment memory : new MemorySegment[] {arena.allocate(1000), heap(1000)}) {
          assertThrows(
              IllegalArgumentException.class,
              () -> codec.compress(memory, 0, 501, memory, 500, 500));
          assertThrows(
              IllegalArgumentException.class,
              () -> codec.decompress(memory.asReadOnly(), 500, 500, memory, 0, 501));
          long written = codec.compress(memory, 0, 500, memory, 500, 500);
          assertEquals(500, codec.decompress(memory, 500, written, memory, 0, 500));
        }
      }
    }

    @Test
    void rejectsRangesBeyondTheirSegments() {
      try (Arena arena = Arena.ofConfined()) {
        for (MemorySegment memory : new MemorySegment[] {arena.allocate(100), heap(100)}) {
          MemorySegment other = heap(1000);
          long[][] ranges = {
            {-1, 10},
            {0, -1},
            {0, 101},
            {91, 10},
            {101, 0},
            {1, Long.MAX_VALUE},
            {Long.MAX_VALUE, 1}
          };
          for (long[] range : ranges) {
            assertThrows(
                IndexOutOfBoundsException.class,
                () -> codec.compress(memory, range[0], range[1], other, 0, 1000));
            assertThrows(
                IndexOutOfBoundsException.class,
                () -> codec.compress(other, 0, 10, memory, range[0], range[1]));
            assertThrows(
                IndexOutOfBoundsException.class,
                () -> codec.decompress(memory, range[0], range[1], other, 0, 1000));
            assertThrows(
                IndexOutOfBoundsException.class,
                () -> codec.decompress(other, 0, 10, memory, range[0], range[1]));
          }
        }
      }
    }

    @Test
    void rejectsAClosedSegment() {
      Arena arena = Arena.ofConfined();
      MemorySegment closed = arena.allocate(1000);
      arena.close();
      assertThrows(IllegalStateException.class, () -> codec.compress(closed, heap(2000)));
      assertThrows(IllegalStateException.class, () -> codec.compress(heap(10), closed));
      assertThrows(IllegalStateException.class, () -> codec.decompress(closed, heap(2000)));
      assertThrows(IllegalStateException.class, () -> codec.decompress(frame(10), closed));
      assertThrows(IllegalStateException.class, () -> codec.decompressedLength(closed));
    }

    @Test
    void rejectsASegmentConfinedToAnotherThread() throws InterruptedException {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment confined = arena.allocate(1000);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread other =
            Thread.ofPlatform()
                .start(() -> {
                  try {
                    codec.compress(heap(10), confined);
                  } catch (WrongThreadException e) {
                    thrown.set(e);
                  }
                });
        other.join();
        assertTrue(thrown.get() instanceof WrongThreadException, "thrown=" + thrown.get());
      }
    }

    @Test
    @SuppressWarnings("NullAway") // null is intended
    void rejectsNull() {
      assertThrows(NullPointerException.class, () -> codec.compress(null, heap(10)));
      assertThrows(
          NullPointerException.class, () -> codec.compress(heap(10), (MemorySegment) null));
      assertThrows(NullPointerException.class, () -> codec.decompress(null, heap(10)));
      assertThrows(NullPointerException.class, () -> codec.decompress(heap(10), null));
      assertThrows(
          NullPointerException.class, () -> codec.decompressedLength((MemorySegment) null));
    }

    @Test
    void nullSegmentIsAcceptedAsEmpty() {
      MemorySegment out = heap(100);
      long written = codec.compress(MemorySegment.NULL, out);
      assertEquals(0, codec.decompress(out.asSlice(0, written), MemorySegment.NULL));
      assertEquals(
          Kind.DESTINATION_TOO_SMALL, kindOf(() -> codec.compress(heap(1), MemorySegment.NULL)));
    }
  }

  @Nested
  class Sizes {

    @ParameterizedTest
    @ValueSource(ints = {100, 100_000, 3_000_000})
    void tooSmallDestinationHasItsOwnKind(int length) {
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment source = MemorySegment.ofArray(TestData.of(TestData.Kind.RANDOM, length));
        MemorySegment out = heap(codec.maxCompressedLength(length));
        long written = codec.compress(source, out);
        MemorySegment frame = out.asSlice(0, written);
        for (long tooSmall : new long[] {0, 1, written / 2, written - 1}) {
          Kind expected = Kind.DESTINATION_TOO_SMALL;
          assertEquals(expected, kindOf(() -> codec.compress(source, heap(tooSmall))));
          assertEquals(expected, kindOf(() -> codec.compress(source, arena.allocate(tooSmall))));
        }
        for (long tooSmall : new long[] {0, 1, length / 2, length - 1}) {
          Kind expected = Kind.DESTINATION_TOO_SMALL;
          assertEquals(expected, kindOf(() -> codec.decompress(frame, heap(tooSmall))));
          assertEquals(expected, kindOf(() -> codec.decompress(frame, arena.allocate(tooSmall))));
        }
      }
    }

    @Test
    void rejectsLengthsWithoutABound() {
      assertThrows(IllegalArgumentException.class, () -> codec.maxCompressedLength(-1));
      assertThrows(IllegalArgumentException.class, () -> codec.maxCompressedLength(Long.MAX_VALUE));
    }

    @Test
    void rejectsLevelsTheLibraryDoesNotHave() {
      assertThrows(IllegalArgumentException.class, () -> Codec.zstd(23));
      assertThrows(IllegalArgumentException.class, () -> Codec.zstd(Integer.MIN_VALUE));
    }
  }

  @Nested
  class Input {

    @ParameterizedTest
    @ValueSource(ints = {10, 1000, 300_000, 3_000_000})
    void rejectsEveryTruncation(int length) {
      MemorySegment frame = frame(length);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment copy = arena.allocateFrom(ValueLayout.JAVA_BYTE, bytes(frame));
        MemorySegment out = arena.allocate(length);
        long step = Math.max(1, frame.byteSize() / 97);
        for (long cut = 0; cut < frame.byteSize(); cut += step) {
          long end = cut;
          assertMalformedAt(() -> codec.decompress(copy.asSlice(0, end), out), end);
          assertMalformedAt(() -> codec.decompress(frame.asSlice(0, end), heap(length)), end);
          assertMalformedAt(() -> codec.decompressedLength(frame.asSlice(0, end)), end);
        }
      }
    }

    private static byte[] bytes(MemorySegment segment) {
      return segment.toArray(ValueLayout.JAVA_BYTE);
    }

    private static void assertMalformedAt(Executable call, long end) {
      CompressionException e = assertThrows(CompressionException.class, call);
      assertEquals(Kind.MALFORMED_INPUT, e.kind(), e.getMessage());
      assertTrue(e.offset() >= 0 && e.offset() <= end, e.getMessage());
    }

    @Test
    void rejectsBytesThatAreNotAFrame() {
      for (int length : new int[] {4, 100, 2_000_000}) {
        MemorySegment noise = MemorySegment.ofArray(TestData.of(TestData.Kind.RUN, length));
        CompressionException e =
            assertThrows(
                CompressionException.class, () -> codec.decompress(noise, heap(2_000_000)));
        assertEquals(Kind.MALFORMED_INPUT, e.kind());
        assertEquals(0, e.offset());
      }
    }

    @Test
    void contextWorksAfterBrokenInput() {
      MemorySegment frame = frame(2_000_000);
      MemorySegment cut = frame.asSlice(0, frame.byteSize() / 2);
      for (int i = 0; i < 10; i++) {
        assertEquals(Kind.MALFORMED_INPUT, kindOf(() -> codec.decompress(cut, heap(2_000_000))));
        assertEquals(2_000_000, codec.decompress(frame, heap(2_000_000)));
      }
    }
  }

  private static Kind kindOf(Executable call) {
    return assertThrows(CompressionException.class, call).kind();
  }
}
