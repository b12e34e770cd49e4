// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.OutOfBandSegments;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.Allocation;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Payloads in heap segments that are not whole byte arrays: parts of them, and other arrays.
class HeapSegmentsTest {

  private static final int OFFSET = 16;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Blob(int id, byte[] content) {}

  private static final Blob BLOB = new Blob(7, new byte[64]);

  private static final OutOfBandSegments CONTENT =
      OutOfBandSegments.copyingArrays(List.of(MemorySegment.ofArray(BLOB.content)));

  private static Serializer serializer() {
    return Serializer.builder().register(Blob.class, Hooked.class).outOfBandThreshold(32).build();
  }

  static Stream<MemorySegment> segments() {
    return Stream.of(
        MemorySegment.ofArray(new byte[1000]),
        MemorySegment.ofArray(new byte[1000]).asSlice(3),
        MemorySegment.ofArray(new short[500]),
        MemorySegment.ofArray(new long[125]),
        MemorySegment.ofArray(new long[125]).asSlice(8),
        MemorySegment.ofArray(new double[125]));
  }

  /// The error about a trailer that is not zero has the trailer's offset.
  @ParameterizedTest
  @MethodSource("segments")
  void offsetsOfReadErrorsCountFromTheSegment(MemorySegment segment) {
    Serializer serializer = serializer();
    for (boolean outOfBand : new boolean[] {false, true}) {
      long length =
          outOfBand
              ? serializer.write(BLOB, segment, OFFSET, _ -> {})
              : serializer.write(BLOB, segment, OFFSET);
      long trailer = OFFSET + length - 1;
      segment.set(ValueLayout.JAVA_BYTE, trailer, (byte) 1);
      SerializationException e =
          assertThrows(
              SerializationException.class,
              () ->
                  serializer.read(
                      segment,
                      OFFSET,
                      Blob.class,
                      outOfBand ? CONTENT : OutOfBandSegments.copyingArrays(List.of())));
      assertEquals(trailer, e.offset(), e.getMessage());
      if (!outOfBand) {
        e =
            assertThrows(
                SerializationException.class, () -> serializer.read(segment, OFFSET, Blob.class));
        assertEquals(trailer, e.offset(), e.getMessage());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("segments")
  void payloadThatDoesNotFitIsAnErrorInBandAndOutOfBand(MemorySegment segment) {
    Serializer serializer = serializer();
    MemorySegment small = segment.asSlice(0, 48);
    for (SerializationException e :
        List.of(
            assertThrows(SerializationException.class, () -> serializer.write(BLOB, small, OFFSET)),
            assertThrows(
                SerializationException.class,
                () -> serializer.write(BLOB, small, OFFSET, _ -> {})))) {
      assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
      assertTrue(e.offset() >= OFFSET && e.offset() <= 48, e.getMessage());
    }
  }

  @Test
  void smallPayloadInALargeSegmentAllocatesLittle() {
    Serializer serializer = serializer();
    MemorySegment large = MemorySegment.ofArray(new long[1 << 21]);
    List<MemorySegment> collected = new ArrayList<>();
    serializer.write(BLOB, large, OFFSET, collected::add);
    long before = Allocation.ofThisThread();
    long length = serializer.write(BLOB, large, OFFSET, collected::add);
    long bytes = Allocation.ofThisThread() - before;
    assertTrue(bytes < 100_000, "bytes=" + bytes);
    assertTrue(length < 100, "length=" + length);
    assertEquals(2, collected.size());
  }

  static final class Hooked implements Serializable {

    private static final long serialVersionUID = 1;

    static int runs;

    private Object writeReplace() {
      runs++;
      return "replaced";
    }
  }

  /// The payload outgrows the array that it is first written to.
  @Test
  void collectorGetsEachContentOnceDespiteRetries() {
    Serializer serializer = serializer();
    MemorySegment memory = MemorySegment.ofArray(new long[50_000]);
    List<Object> value = new ArrayList<>();
    value.add(BLOB.content);
    value.add(new Hooked());
    for (int i = 0; i < 10_000; i++) {
      value.add("string " + i);
    }
    value.add(new int[100]);
    List<MemorySegment> collected = new ArrayList<>();
    Hooked.runs = 0;
    long length = serializer.write(value, memory, OFFSET, collected::add);
    assertTrue(length > 100_000, "length=" + length);
    assertEquals(1, Hooked.runs);
    assertEquals(2, collected.size());
    assertSame(BLOB.content, collected.getFirst().heapBase().orElseThrow());
    List<?> same =
        serializer.read(memory, OFFSET, List.class, OutOfBandSegments.copyingArrays(collected));
    assertEquals("replaced", same.get(1));
    assertArrayEquals(new int[100], (int[]) same.getLast());
  }

  @Test
  void exceptionOfTheCollectorIsRethrown() {
    Serializer serializer = serializer();
    MemorySegment memory = MemorySegment.ofArray(new long[1000]);
    assertThrows(
        UnsupportedOperationException.class,
        () ->
            serializer.write(
                BLOB,
                memory,
                OFFSET,
                _ -> {
                  throw new UnsupportedOperationException();
                }));
    assertEquals(BLOB.id, writtenAndRead(serializer, memory).id);
  }

  private static Blob writtenAndRead(Serializer serializer, MemorySegment memory) {
    serializer.write(BLOB, memory, OFFSET, _ -> {});
    return serializer.read(memory, OFFSET, Blob.class, CONTENT);
  }

  record Pair(@Nullable Object first, @Nullable Object second) {}

  record Shelf(int id, Object content) {}

  interface ShelfView {
    Object content();
  }

  private static MemorySegment with(MemorySegment segment, byte[] payload) {
    MemorySegment.copy(payload, 0, segment, ValueLayout.JAVA_BYTE, OFFSET, payload.length);
    return segment;
  }

  /// If codecs cannot access the memory, a part that a view reads as a whole is copied first.
  @ParameterizedTest
  @MethodSource("segments")
  void partsOfViewsKeepTheirReferences(MemorySegment segment) {
    Serializer serializer =
        Serializer.builder().register(Pair.class, Shelf.class).references(true).build();
    Object shared = new ArrayList<>(List.of(1, 2));
    byte[] payload = serializer.toBytes(new Shelf(1, new Pair(shared, shared)));
    var view = serializer.view(ShelfView.class, Shelf.class).at(with(segment, payload), OFFSET);
    Pair pair = (Pair) view.content();
    assertEquals(shared, pair.first);
    assertSame(pair.first, pair.second);
  }

  @ParameterizedTest
  @MethodSource("segments")
  void offsetsOfErrorsInPartsOfViewsCountFromTheSegment(MemorySegment segment) {
    Serializer serializer = Serializer.builder().register(Pair.class, Shelf.class).build();
    byte[] payload = serializer.toBytes(new Shelf(1, new Pair("one", "two")));
    int errors = 0;
    for (int i = payload.length - 8; i < payload.length - 1; i++) {
      byte[] broken = payload.clone();
      broken[i] = (byte) 0xff;
      SerializationException expected = null;
      try {
        serializer.fromBytes(broken, Shelf.class);
      } catch (SerializationException e) {
        expected = e;
      }
      if (expected != null) {
        var view = serializer.view(ShelfView.class, Shelf.class).at(with(segment, broken), OFFSET);
        errors++;
        SerializationException e = assertThrows(SerializationException.class, view::content);
        assertEquals(expected.offset() + OFFSET, e.offset(), Arrays.toString(broken));
      }
    }
    assertTrue(errors > 0);
  }
}
