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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Native memory by way of an array and without: nobody can tell which it was.
class StagingTest {

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Note(String text, int[] numbers) {
    static Note of(int length) {
      return new Note("x".repeat(length), new int[] {length});
    }
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder().register(Note.class).execution(execution).build();
  }

  @ParameterizedTest
  @EnumSource
  void sizesAroundTheBoundComeBackAndSmallOnesAfterLargeOnes(Execution execution) {
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
  void errorsTellOffsetsInTheSegment(Execution execution) {
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
