// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Payloads in native memory, staged in an array or not: the results are the same.
class StagingTest {

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Note(String text, int[] numbers) {
    static Note of(int length) {
      return new Note("x".repeat(length), new int[] {length});
    }
  }

  record Page(String title, List<String> lines) {
    static Page of(int length) {
      return new Page("x", new ArrayList<>(Collections.nCopies(length / 100, "y".repeat(90))));
    }
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder()
        .register(Note.class)
        .register(Page.class)
        .execution(execution)
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void sizesAroundTheBoundRoundTripInAnyOrder(Execution execution) {
    Serializer serializer = serializer(execution);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(20_000);
      for (int length : new int[] {0, 10, 4000, 4040, 4050, 4060, 4070, 4080, 4100, 9000, 5}) {
        Note note = Note.of(length);
        byte[] bytes = serializer.toBytes(note);
        segment.fill((byte) -1);
        assertEquals(bytes.length, serializer.write(note, segment, 3));
        assertArrayEquals(bytes, segment.asSlice(3, bytes.length).toArray(ValueLayout.JAVA_BYTE));
        assertEquals(-1, segment.get(ValueLayout.JAVA_BYTE, 2));
        assertEquals(-1, segment.get(ValueLayout.JAVA_BYTE, 3 + bytes.length));
        Note same = serializer.read(segment, 3, Note.class);
        if (same == null) {
          throw new AssertionError("nothing came back");
        }
        assertEquals(note.text, same.text);
        assertArrayEquals(note.numbers, same.numbers);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void textTypesRoundTripInEachSize(Execution execution) {
    Serializer serializer = serializer(execution);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment segment = arena.allocate(600_000);
      for (int length : new int[] {0, 4000, 4200, 30_000, 200, 250_000, 300_000, 500_000, 9000}) {
        Page page = Page.of(length);
        byte[] bytes = serializer.toBytes(page);
        segment.fill((byte) -1);
        assertEquals(bytes.length, serializer.write(page, segment, 5));
        assertArrayEquals(bytes, segment.asSlice(5, bytes.length).toArray(ValueLayout.JAVA_BYTE));
        assertEquals(-1, segment.get(ValueLayout.JAVA_BYTE, 5 + bytes.length));
        assertEquals(page, serializer.read(segment, 5, Page.class));
        assertEquals(page, serializer(execution).read(segment, 5, Page.class));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void largePayloadFitsExactlyOrFails(Execution execution) {
    Serializer serializer = serializer(execution);
    for (int length : new int[] {3000, 30_000, 300_000}) {
      Page page = Page.of(length);
      int bytes = serializer.toBytes(page).length;
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment segment = arena.allocate(bytes);
        assertEquals(bytes, serializer.write(page, segment, 0));
        assertEquals(page, serializer.read(segment, 0, Page.class));
        for (int less : new int[] {1, 500, bytes / 2}) {
          MemorySegment tight = segment.asSlice(0, bytes - less);
          SerializationException e =
              assertThrows(SerializationException.class, () -> serializer.write(page, tight, 0));
          assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
          assertThrows(SerializationException.class, () -> serializer.read(tight, 0, Page.class));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void errorsHaveOffsetsInTheSegment(Execution execution) {
    Serializer serializer = serializer(execution);
    Note note = Note.of(40);
    int length = serializer.toBytes(note).length;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment tight = arena.allocate(100 + length - 1);
      SerializationException e =
          assertThrows(SerializationException.class, () -> serializer.write(note, tight, 100));
      assertEquals(Kind.DESTINATION_TOO_SMALL, e.kind());
      assertTrue(e.offset() >= 100 && e.offset() <= tight.byteSize(), e::getMessage);

      MemorySegment segment = arena.allocate(100 + length);
      serializer.write(note, segment, 100);
      segment.set(ValueLayout.JAVA_BYTE, 100 + length - 1, (byte) 7);
      e =
          assertThrows(
              SerializationException.class, () -> serializer.read(segment, 100, Note.class));
      assertEquals(Kind.MALFORMED_INPUT, e.kind());
      assertEquals(100 + length - 1, e.offset());
      segment.set(ValueLayout.JAVA_BYTE, 100, (byte) 0);
      e =
          assertThrows(
              SerializationException.class, () -> serializer.read(segment, 100, Note.class));
      assertEquals(Kind.INCOMPATIBLE_FORMAT, e.kind());
      assertEquals(100, e.offset());
    }
  }
}
