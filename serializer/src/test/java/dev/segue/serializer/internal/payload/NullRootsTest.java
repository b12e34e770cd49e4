// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.payload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.Execution;
import dev.segue.serializer.OutOfBandSegments;
import dev.segue.serializer.PayloadReader;
import dev.segue.serializer.PayloadWriter;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Null as the root, primitive classes as the requested type, and parts of arrays.
class NullRootsTest {

  private final Serializer serializer = Serializer.builder().outOfBandThreshold(8).build();

  private static void isNull(long offset, Executable read) {
    SerializationException e = assertThrows(SerializationException.class, read);
    assertEquals(Kind.NULL_VALUE, e.kind());
    assertEquals(
        "the payload holds null, not a java.lang.String; where null may be written, read it with"
            + " readOrNull or fromBytesOrNull (with unknownTypes(NULL), an object of an unknown class"
            + " is read as null, too) (offset "
            + offset
            + ")",
        e.getMessage());
  }

  @Test
  void nullIsAnErrorUnlessRequested() {
    byte[] none = serializer.toBytes(null);
    isNull(12, () -> serializer.fromBytes(none, String.class));
    assertNull(serializer.fromBytesOrNull(none, String.class));
    OutOfBandSegments segments = OutOfBandSegments.copyingArrays(List.of());
    try (Arena arena = Arena.ofConfined()) {
      for (MemorySegment memory :
          List.of(
              arena.allocate(100),
              MemorySegment.ofArray(new byte[200]).asSlice(50),
              MemorySegment.ofArray(new int[25]))) {
        serializer.write(null, memory, 4);
        isNull(16, () -> serializer.read(memory, 4, String.class));
        isNull(16, () -> serializer.read(memory, 4, String.class, segments));
        assertNull(serializer.readOrNull(memory, 4, String.class));
        assertNull(serializer.readOrNull(memory, 4, String.class, segments));
        serializer.write(null, memory);
        isNull(12, () -> serializer.read(memory, String.class));
        serializer.write("a", memory);
        assertEquals("a", serializer.read(memory, String.class));
        assertEquals("a", serializer.readOrNull(memory, 0, String.class));
        assertEquals("a", serializer.read(memory, 0, String.class, segments));
        assertEquals("a", serializer.readOrNull(memory, 0, String.class, segments));
      }
    }
  }

  @Test
  void bufferKeepsItsPositionIfNullIsAnError() {
    ByteBuffer buffer = ByteBuffer.allocate(100).position(5);
    serializer.write(null, buffer);
    int end = buffer.position();
    buffer.position(5);
    isNull(12, () -> serializer.read(buffer, String.class));
    assertEquals(5, buffer.position());
    assertNull(serializer.readOrNull(buffer, String.class));
    assertEquals(end, buffer.position());
  }

  @Test
  void streamContinuesAfterANull() throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (PayloadWriter writer = serializer.writer(stream)) {
      for (Object value : new Object[] {null, null, "a", 1}) {
        writer.write(value);
      }
    }
    try (PayloadReader reader = serializer.reader(new ByteArrayInputStream(stream.toByteArray()))) {
      isNull(12, () -> reader.read(String.class));
      assertNull(reader.readOrNull(String.class));
      assertEquals("a", reader.readOrNull(String.class));
      assertEquals(1, reader.read(int.class));
    }
  }

  @Test
  void forEachReadsAllRemainingObjects() throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    try (PayloadWriter writer = serializer.writer(stream)) {
      for (Object value : new Object[] {"a", "b", null, "c", 1, "d"}) {
        writer.write(value);
      }
      writer.flush();
    }
    List<String> all = new ArrayList<>();
    try (PayloadReader reader = serializer.reader(new ByteArrayInputStream(stream.toByteArray()))) {
      assertEquals("a", reader.read(String.class));
      isNull(12, () -> reader.forEach(String.class, all::add));
      assertEquals(List.of("b"), all);
      SerializationException e =
          assertThrows(SerializationException.class, () -> reader.forEach(String.class, all::add));
      assertEquals(Kind.TYPE_MISMATCH, e.kind());
      IllegalStateException own =
          assertThrows(
              IllegalStateException.class,
              () ->
                  reader.forEach(
                      String.class,
                      text -> {
                        throw new IllegalStateException(text);
                      }));
      assertEquals("d", own.getMessage());
      reader.forEach(String.class, all::add);
      assertEquals(List.of("b", "c"), all);
    }
  }

  @ParameterizedTest
  @EnumSource
  void primitiveClassStandsForItsBox(Execution execution) {
    Serializer own = Serializer.builder().execution(execution).build();
    int number = own.fromBytes(own.toBytes(5), int.class);
    assertEquals(5, number);
    assertEquals('c', own.fromBytes(own.toBytes('c'), char.class));
    assertEquals(true, own.read(MemorySegment.ofArray(own.toBytes(true)), 0, boolean.class));
    assertEquals(2.5, own.read(ByteBuffer.wrap(own.toBytes(2.5)), double.class));
    assertNull(own.fromBytesOrNull(own.toBytes(null), long.class));
    for (Class<?> other : List.of(long.class, void.class, short.class)) {
      SerializationException e =
          assertThrows(SerializationException.class, () -> own.fromBytes(own.toBytes(5), other));
      assertEquals(Kind.TYPE_MISMATCH, e.kind());
    }
  }

  @Test
  void readsAPartOfAnArray() {
    byte[] payload = serializer.toBytes("text");
    byte[] bytes = new byte[payload.length + 20];
    System.arraycopy(payload, 0, bytes, 7, payload.length);
    assertEquals("text", serializer.fromBytes(bytes, 7, payload.length, String.class));
    assertEquals("text", serializer.fromBytes(bytes, 7, payload.length + 13, String.class));
    assertEquals(payload.length, serializer.payloadSize(bytes, 7, 17));
    assertEquals(payload.length, serializer.payloadSize(ByteBuffer.wrap(bytes).position(7)));
    assertEquals(7, ByteBuffer.wrap(bytes).position(7).position());
    for (ByteBuffer buffer : List.of(ByteBuffer.allocate(100), ByteBuffer.allocateDirect(100))) {
      buffer.position(3).put(payload).position(3);
      assertEquals(payload.length, serializer.payloadSize(buffer));
      assertEquals(3, buffer.position());
    }
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () -> serializer.fromBytes(bytes, 7, payload.length - 1, String.class));
    assertEquals(Kind.MALFORMED_INPUT, e.kind());
    assertEquals(7, e.offset());
    e =
        assertThrows(
            SerializationException.class, () -> serializer.fromBytes(bytes, 6, 30, String.class));
    assertEquals(Kind.INCOMPATIBLE_FORMAT, e.kind());
    e = assertThrows(SerializationException.class, () -> serializer.payloadSize(bytes, 7, 16));
    assertEquals(Kind.MALFORMED_INPUT, e.kind());
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> serializer.fromBytes(bytes, 7, bytes.length, String.class));
    assertThrows(IndexOutOfBoundsException.class, () -> serializer.payloadSize(bytes, -1, 20));
    serializer.write(null, MemorySegment.ofArray(bytes), 7);
    isNull(19, () -> serializer.fromBytes(bytes, 7, 30, String.class));
  }

  @Test
  void arrayIsInspectedLikeASegment() {
    byte[] bytes = serializer.toBytes(List.of("a", 1));
    assertEquals(serializer.inspect(MemorySegment.ofArray(bytes), 0), serializer.inspect(bytes));
  }
}
