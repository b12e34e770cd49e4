// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.OutOfBandSegments;
import dev.segue.serializer.PayloadReader;
import dev.segue.serializer.PayloadWriter;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.ViewCursor;
import dev.segue.serializer.testing.Full;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Contents out of band, and values that are slices of the payload.
class OutOfBandTest {

  private static final int LEAST = 16;

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Parcel(
      int id,
      @Nullable String name,
      int[] ints,
      byte[] bytes,
      double @Nullable [] doubles,
      boolean[] flags,
      ByteBuffer buffer,
      MemorySegment segment,
      Object any,
      List<long[]> arrays,
      char[] few) {

    static Parcel of(int length) {
      int[] ints = new int[length];
      Arrays.setAll(ints, i -> i * i);
      byte[] bytes = new byte[length];
      Arrays.fill(bytes, (byte) 7);
      ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
      buffer.putInt(0, 99).limit(length - 1).position(2);
      MemorySegment segment = Arena.ofAuto().allocate(length);
      segment.fill((byte) 3);
      List<long[]> arrays = new ArrayList<>(List.of(new long[length], new long[] {5}));
      return new Parcel(
          17,
          "parcel",
          ints,
          bytes,
          null,
          new boolean[length],
          buffer,
          segment,
          new float[length],
          arrays,
          new char[] {'a', 'b'});
    }
  }

  /// The memory of the payload.
  enum Place {
    NATIVE,
    BYTES,
    LONGS
  }

  record Variant(Execution execution, Place place, boolean references, boolean compact) {
    SerializerBuilder builder() {
      return Serializer.builder()
          .register(Parcel.class)
          .execution(execution)
          .references(references)
          .compactNumbers(compact);
    }

    Serializer serializer() {
      return builder().outOfBandThreshold(LEAST).build();
    }

    MemorySegment memory() {
      return switch (place) {
        case NATIVE -> Arena.ofAuto().allocate(10_000);
        case BYTES -> MemorySegment.ofArray(new byte[10_000]).asSlice(3);
        case LONGS -> MemorySegment.ofArray(new long[2000]);
      };
    }
  }

  static Stream<Variant> variants() {
    return Stream.of(Execution.COMPILED, Execution.INTERPRETED)
        .flatMap(execution ->
            Stream.of(Place.values())
                .flatMap(place ->
                    Stream.of(
                        new Variant(execution, place, false, false),
                        new Variant(execution, place, true, false),
                        new Variant(execution, place, false, true))));
  }

  private static void assertSameContent(Parcel expected, @Nullable Parcel actual) {
    Parcel parcel = requireNonNull(actual);
    assertEquals(expected.id, parcel.id);
    assertEquals(expected.name, parcel.name);
    assertArrayEquals(expected.ints, parcel.ints);
    assertArrayEquals(expected.bytes, parcel.bytes);
    assertArrayEquals(expected.doubles, parcel.doubles);
    assertArrayEquals(expected.flags, parcel.flags);
    assertEquals(expected.buffer, parcel.buffer);
    assertEquals(expected.buffer.position(), parcel.buffer.position());
    assertEquals(expected.buffer.capacity(), parcel.buffer.capacity());
    assertEquals(expected.buffer.order(), parcel.buffer.order());
    assertEquals(-1, expected.segment.mismatch(parcel.segment));
    assertArrayEquals((float[]) expected.any, (float[]) parcel.any);
    assertArrayEquals(expected.arrays.toArray(), parcel.arrays.toArray());
    assertArrayEquals(expected.few, parcel.few);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void contentsAreReadAsCopiesOrShared(Variant variant) {
    Serializer serializer = variant.serializer();
    Parcel parcel = Parcel.of(100);
    MemorySegment memory = variant.memory();
    List<MemorySegment> segments = new ArrayList<>();
    long length = serializer.write(parcel, memory, 5, segments::add);
    assertEquals(6, segments.size());
    assertTrue(length < 700, "length=" + length);
    assertEquals(length, serializer.payloadSize(memory, 5));
    assertTrue(segments.stream().anyMatch(s -> s.heapBase().equals(Optional.of(parcel.ints))));

    Parcel copied =
        serializer.read(memory, 5, Parcel.class, OutOfBandSegments.copyingArrays(segments));
    assertSameContent(parcel, copied);
    assertNotSame(parcel.ints, requireNonNull(copied).ints);
    assertSame(parcel.segment, copied.segment);

    Parcel shared =
        requireNonNull(
            serializer.read(memory, 5, Parcel.class, OutOfBandSegments.sharingArrays(segments)));
    assertSameContent(parcel, shared);
    assertSame(parcel.ints, shared.ints);
    assertSame(parcel.bytes, shared.bytes);
    assertSame(parcel.any, shared.any);
    assertSame(parcel.arrays.getFirst(), shared.arrays.getFirst());
    parcel.buffer.put(50, (byte) 42);
    assertEquals(42, shared.buffer.get(50));

    List<MemorySegment> elsewhere = new ArrayList<>();
    try (Arena arena = Arena.ofConfined()) {
      for (MemorySegment segment : segments) {
        elsewhere.add(arena.allocate(segment.byteSize()).copyFrom(segment));
      }
      Parcel moved =
          requireNonNull(
              serializer.read(memory, 5, Parcel.class, OutOfBandSegments.sharingArrays(elsewhere)));
      assertSameContent(parcel, moved);
      assertNotSame(parcel.ints, moved.ints);
      assertTrue(moved.buffer.isDirect());
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void payloadsWithoutACollectorDoNotChange(Variant variant) {
    Parcel parcel = Parcel.of(100);
    Serializer serializer = variant.serializer();
    byte[] payload = serializer.toBytes(parcel);
    assertArrayEquals(variant.builder().build().toBytes(parcel), payload);
    assertSameContent(parcel, serializer.fromBytes(payload, Parcel.class));
    MemorySegment memory = variant.memory();
    MemorySegment.copy(payload, 0, memory, ValueLayout.JAVA_BYTE, 0, payload.length);
    OutOfBandSegments none = OutOfBandSegments.copyingArrays(List.of());
    assertSameContent(parcel, serializer.read(memory, 0, Parcel.class, none));
    OutOfBandSegments one = OutOfBandSegments.copyingArrays(List.of(memory));
    assertEquals(
        Kind.SEGMENT_MISMATCH,
        assertThrows(
                SerializationException.class, () -> serializer.read(memory, 0, Parcel.class, one))
            .kind());
  }

  @ParameterizedTest
  @MethodSource("variants")
  void smallContentsStayInThePayload(Variant variant) {
    Serializer serializer = variant.builder().outOfBandThreshold(5000).build();
    Parcel parcel = Parcel.of(100);
    MemorySegment memory = variant.memory();
    List<MemorySegment> segments = new ArrayList<>();
    serializer.write(parcel, memory, 0, segments::add);
    assertEquals(List.of(), segments);
    assertSameContent(
        parcel,
        serializer.read(memory, 0, Parcel.class, OutOfBandSegments.copyingArrays(List.of())));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void missingSegmentsAreAnErrorWithTheRemedy(Variant variant) {
    Serializer serializer = variant.serializer();
    MemorySegment memory = variant.memory();
    serializer.write(Parcel.of(100), memory, 0, _ -> {});
    for (Serializer reader : List.of(serializer, variant.builder().build())) {
      SerializationException e =
          assertThrows(SerializationException.class, () -> reader.read(memory, 0, Parcel.class));
      assertEquals(Kind.INCOMPATIBLE_FORMAT, e.kind());
      assertTrue(e.getMessage().contains("OutOfBandSegments"), e.getMessage());
    }
    Serializer plain = variant.builder().build();
    assertThrows(IllegalStateException.class, () -> plain.write("", memory, 0, _ -> {}));
    OutOfBandSegments none = OutOfBandSegments.copyingArrays(List.of());
    assertThrows(IllegalStateException.class, () -> plain.read(memory, 0, Parcel.class, none));
    assertTrue(plain.inspect(memory, 0).contains("out of band"), plain.inspect(memory, 0));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void wrongSegmentsAreAnError(Variant variant) {
    Serializer serializer = variant.serializer();
    MemorySegment memory = variant.memory();
    List<MemorySegment> segments = new ArrayList<>();
    serializer.write(Parcel.of(100), memory, 0, segments::add);
    List<List<MemorySegment>> wrong = new ArrayList<>();
    wrong.add(List.of());
    wrong.add(segments.subList(0, segments.size() - 1));
    wrong.add(Stream.concat(segments.stream(), Stream.of(memory)).toList());
    wrong.add(segments.reversed());
    List<MemorySegment> shorter = new ArrayList<>(segments);
    shorter.set(2, segments.get(2).asSlice(1));
    wrong.add(shorter);
    for (List<MemorySegment> each : wrong) {
      OutOfBandSegments given = OutOfBandSegments.sharingArrays(each);
      SerializationException e =
          assertThrows(
              SerializationException.class, () -> serializer.read(memory, 0, Parcel.class, given));
      assertEquals(Kind.SEGMENT_MISMATCH, e.kind(), e.getMessage());
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void corruptPayloadsGiveAValueOrAnException(Variant variant) {
    Serializer serializer = variant.serializer();
    MemorySegment memory = variant.memory();
    List<MemorySegment> segments = new ArrayList<>();
    long length = serializer.write(Parcel.of(20), memory, 0, segments::add);
    byte[] good = memory.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    OutOfBandSegments given = OutOfBandSegments.sharingArrays(segments);
    Random random = new Random(11);
    int count = Full.or(3000, 600);
    int errors = 0;
    for (int i = 0; i < count; i++) {
      byte[] bad = good.clone();
      for (int n = random.nextInt(3); n >= 0; n--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      MemorySegment.copy(bad, 0, memory, ValueLayout.JAVA_BYTE, 0, bad.length);
      try {
        serializer.read(memory, 0, Parcel.class, given);
      } catch (SerializationException e) {
        errors++;
      }
    }
    assertTrue(errors > count / 3, "errors=" + errors);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void repeatedContentIsPassedOnce(Execution execution) {
    Serializer serializer =
        Serializer.builder()
            .register(Parcel.class)
            .execution(execution)
            .references(true)
            .outOfBandThreshold(LEAST)
            .build();
    int[] ints = new int[50];
    List<Object> list = new ArrayList<>(List.of(ints, "x", ints));
    MemorySegment memory = Arena.ofAuto().allocate(1000);
    List<MemorySegment> segments = new ArrayList<>();
    serializer.write(list, memory, 0, segments::add);
    assertEquals(1, segments.size());
    List<?> same =
        requireNonNull(
            serializer.read(memory, 0, List.class, OutOfBandSegments.copyingArrays(segments)));
    assertSame(same.get(0), same.get(2));
    assertNotSame(ints, same.get(0));
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Before(byte[] a, byte[] b, int[] c) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  @Alias("dev.segue.serializer.internal.call.OutOfBandTest$Before")
  record After(byte[] b, long d) {}

  private static SerializerBuilder compatible(Execution execution) {
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .execution(execution)
        .outOfBandThreshold(8);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void readerWithOtherFieldsTakesTheRightSegments(Execution execution) {
    Serializer old = compatible(execution).register(Before.class).build();
    Serializer renewed = compatible(execution).register(After.class).build();
    Before before = new Before(new byte[10], new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9}, new int[9]);
    for (MemorySegment memory :
        List.of(Arena.ofAuto().allocate(2000), MemorySegment.ofArray(new byte[2000]))) {
      List<MemorySegment> segments = new ArrayList<>();
      old.write(before, memory, 0, segments::add);
      assertEquals(3, segments.size());
      OutOfBandSegments given = OutOfBandSegments.sharingArrays(segments);
      assertSame(before.c, requireNonNull(old.read(memory, 0, Before.class, given)).c);
      After after = requireNonNull(renewed.read(memory, 0, After.class, given));
      assertSame(before.b, after.b);
      assertEquals(0, after.d);
    }
  }

  @Test
  void viewRefusesContentsOutOfBand() {
    Serializer serializer =
        Serializer.builder().register(Parcel.class).outOfBandThreshold(LEAST).build();
    MemorySegment memory = Arena.ofAuto().allocate(2000);
    serializer.write(Parcel.of(20), memory, 0, _ -> {});
    ViewCursor<ParcelView> cursor = serializer.view(ParcelView.class, Parcel.class);
    assertEquals(
        Kind.INCOMPATIBLE_FORMAT,
        assertThrows(SerializationException.class, () -> cursor.at(memory, 0)).kind());
    serializer.write(Parcel.of(20), memory, 0);
    assertEquals(17, cursor.at(memory, 0).id());
  }

  interface ParcelView {
    int id();

    MemorySegment segment();
  }

  @Test
  void thresholdsMustBePositive() {
    assertThrows(IllegalArgumentException.class, () -> Serializer.builder().outOfBandThreshold(0));
  }

  record Holder(int id, MemorySegment content, ByteBuffer buffer) {}

  private static Holder holder() {
    MemorySegment content = MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5});
    return new Holder(1, content, ByteBuffer.wrap(new byte[] {9, 8}));
  }

  private static Serializer slicing(Execution execution) {
    return Serializer.builder()
        .register(Holder.class)
        .execution(execution)
        .sliceSegments(true)
        .build();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void segmentsAreSlicesOfTheSource(Execution execution) {
    Serializer serializer = slicing(execution);
    Holder same;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(1000);
      long length = serializer.write(holder(), memory, 0);
      same = requireNonNull(serializer.read(memory, 0, Holder.class));
      assertEquals(-1, same.content.mismatch(holder().content));
      assertTrue(same.content.isReadOnly());
      assertTrue(
          same.content.address() > memory.address()
              && same.content.address() < memory.address() + length);
      assertEquals(holder().buffer, same.buffer);
    }
    MemorySegment closed = same.content;
    assertThrows(IllegalStateException.class, () -> closed.get(ValueLayout.JAVA_BYTE, 0));
    assertEquals(9, same.buffer.get(0), "buffers are copies");
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void heapSegmentsAreSlicesOfTheArray(Execution execution) {
    Serializer serializer = slicing(execution);
    byte[] payload = serializer.toBytes(holder());
    Holder same = requireNonNull(serializer.fromBytes(payload, Holder.class));
    int at = (int) same.content.address();
    assertFalse(same.content.isNative());
    assertEquals(1, payload[at]);
    payload[at] = 77;
    assertEquals(77, same.content.get(ValueLayout.JAVA_BYTE, 0));
  }

  /// Objects that are read from pooled memory must not refer to it.
  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void copiesAndObjectsFromStreamsHaveTheirOwnMemory(Execution execution) throws Exception {
    Serializer serializer = slicing(execution);
    List<Holder> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      byte[] content = {(byte) i, 2, 3};
      Holder holder = new Holder(i, MemorySegment.ofArray(content), ByteBuffer.allocate(i));
      all.add(serializer.copy(holder));
      var out = new ByteArrayOutputStream();
      try (PayloadWriter writer = serializer.writer(out)) {
        writer.write(holder);
      }
      try (PayloadReader reader = serializer.reader(new ByteArrayInputStream(out.toByteArray()))) {
        all.add(requireNonNull(reader.read(Holder.class)));
      }
    }
    for (Holder holder : all) {
      assertEquals(holder.id, holder.content.get(ValueLayout.JAVA_BYTE, 0));
      assertFalse(holder.content.isReadOnly());
    }
  }

  interface HolderView {
    MemorySegment content();
  }

  @Test
  void viewsReturnSlices() {
    Serializer serializer = slicing(Execution.COMPILED);
    MemorySegment memory = Arena.ofAuto().allocate(200);
    serializer.write(holder(), memory, 0);
    MemorySegment content = serializer.view(HolderView.class, Holder.class).at(memory, 0).content();
    assertTrue(content.address() > memory.address());
    assertTrue(content.address() < memory.address() + memory.byteSize());
    assertEquals(5, content.byteSize());
  }

  private static Holder holder(ByteBuffer buffer) {
    return new Holder(1, MemorySegment.ofArray(new byte[] {1}), buffer);
  }

  private static Serializer slicingBuffers(Execution execution) {
    return Serializer.builder()
        .register(Holder.class)
        .execution(execution)
        .sliceBuffers(true)
        .build();
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void buffersAreViewsOfTheSource(Execution execution) {
    Serializer serializer = slicingBuffers(execution);
    ByteBuffer written =
        ByteBuffer.wrap(new byte[] {1, 2, 3, 4, 5}).order(ByteOrder.LITTLE_ENDIAN).position(1);
    written.limit(4);
    Holder read;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(1000);
      long length = serializer.write(holder(written), memory, 3);
      read = requireNonNull(serializer.read(memory, 3, Holder.class));
      assertEquals(written, read.buffer);
      assertEquals(written.position(), read.buffer.position());
      assertEquals(written.capacity(), read.buffer.capacity());
      assertEquals(ByteOrder.LITTLE_ENDIAN, read.buffer.order());
      assertTrue(read.buffer.isReadOnly());
      assertFalse(read.content.isReadOnly(), "segments are copies");
      MemorySegment content = MemorySegment.ofBuffer(read.buffer.duplicate().clear());
      assertTrue(content.address() > memory.address());
      assertTrue(content.address() < memory.address() + 3 + length);
    }
    assertThrows(IllegalStateException.class, () -> read.buffer.get(0));
    assertEquals(1, read.content.get(ValueLayout.JAVA_BYTE, 0));
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void heapBuffersAreViewsOfTheArray(Execution execution) {
    Serializer serializer = slicingBuffers(execution);
    byte[] payload = serializer.toBytes(holder(ByteBuffer.wrap(new byte[] {42, 43})));
    Holder read = requireNonNull(serializer.fromBytes(payload, Holder.class));
    assertEquals(42, read.buffer.get(0));
    for (int i = 0; i < payload.length; i++) {
      if (payload[i] == 42) {
        payload[i] = 77;
      }
    }
    assertEquals(77, read.buffer.get(0));
    ByteBuffer own = serializer.copy(holder(ByteBuffer.wrap(new byte[] {42}))).buffer;
    assertFalse(own.isReadOnly(), "there is no source to refer to");
  }

  @Test
  void invalidHeadOfAViewIsAnError() {
    Serializer serializer = slicingBuffers(Execution.COMPILED);
    ByteBuffer written = ByteBuffer.wrap(new byte[7]).position(3);
    byte[] payload = serializer.toBytes(written);
    for (int i = 16; i < payload.length; i++) {
      byte[] broken = payload.clone();
      broken[i] = (byte) 0x80;
      try {
        serializer.fromBytes(broken, ByteBuffer.class);
      } catch (SerializationException e) {
        assertTrue(e.offset() >= 0, e::getMessage);
      }
    }
  }
}
