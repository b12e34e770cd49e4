// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.UnknownTypes;
import dev.segue.serializer.UnknownValue;
import dev.segue.serializer.internal.error.Header;
import dev.segue.serializer.internal.memory.ByteArrays;
import dev.segue.serializer.internal.payload.SchemaTail;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.schema.SchemaDecoder;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.SchemaEncoder;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.wire.TypeNumbers;
import dev.segue.serializer.testing.Allocation;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Objects that an intermediate process has passed on unread, and the limits for them.
@SuppressWarnings({"ArrayRecordComponent", "NullAway"})
class PassedOnTest {

  record Blob(byte[] bytes) {}

  @Alias("dev.segue.serializer.internal.evolution.PassedOnTest$Blob")
  record Blob1(byte[] bytes, int more) {}

  record Envelope(UnknownValue value) {}

  record Small(int a) {}

  private static SerializerBuilder builder() {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE);
  }

  private static byte[] blob(int length) {
    return builder().register(Blob.class).build().toBytes(new Blob(new byte[length]));
  }

  /// A payload whose root is a passed-on value, which is itself a payload.
  static byte[] around(byte[] within) {
    byte[] payload = new byte[Header.BYTES + within.length + Header.TRAILER_BYTES];
    ByteArrays.putInt(payload, 0, 0x01E5);
    ByteArrays.putInt(payload, Header.TYPE, TypeNumbers.UNKNOWN_VALUE);
    ByteArrays.putInt(payload, Header.ROOT, within.length << 2 | 1);
    System.arraycopy(within, 0, payload, Header.BYTES, within.length);
    return payload;
  }

  private static int lengthOf(Object blob) {
    return assertInstanceOf(Blob.class, blob).bytes().length;
  }

  @Test
  void nestedValuesAreNotCopied() {
    byte[] payload = blob(900_000);
    for (int i = 0; i < 150; i++) {
      payload = around(payload);
    }
    Serializer reader = builder().register(Blob.class).maxAllocation(1 << 20).build();
    assertEquals(900_000, lengthOf(reader.fromBytes(payload, Object.class)));
    long before = Allocation.ofThisThread();
    assertEquals(900_000, lengthOf(reader.fromBytes(payload, Object.class)));
    long allocated = Allocation.ofThisThread() - before;
    assertTrue(allocated < 2_000_000, () -> allocated + " bytes");
    MemorySegment segment = MemorySegment.ofArray(Arrays.copyOf(payload, payload.length + 8));
    assertEquals(900_000, lengthOf(reader.read(segment.asReadOnly(), 0, Object.class)));
  }

  @Test
  void valuesShareTheBudgetOfTheirPayload() {
    UnknownValue value = UnknownValue.fromPayload(blob(600_000));
    byte[] twice = builder().build().toBytes(new ArrayList<>(List.of(value, value)));
    for (Class<?> type : List.of(Blob.class, Blob1.class)) {
      Serializer enough = builder().register(type).maxAllocation(1 << 21).build();
      assertEquals(2, enough.fromBytes(twice, List.class).size());
      Serializer reader = builder().register(type).maxAllocation(1 << 20).build();
      SerializationException e =
          assertThrows(SerializationException.class, () -> reader.fromBytes(twice, List.class));
      assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
      MemorySegment segment = MemorySegment.ofArray(twice).asReadOnly();
      e = assertThrows(SerializationException.class, () -> reader.read(segment, 0, List.class));
      assertEquals(Kind.LIMIT_EXCEEDED, e.kind());
    }
  }

  @ParameterizedTest
  @EnumSource
  void fieldForUnreadValuesHoldsNoOtherValues(Execution execution) {
    Envelope envelope = new Envelope(UnknownValue.fromPayload(blob(1)));
    byte[] payload = builder().register(Envelope.class).build().toBytes(envelope);
    Serializer knows = builder().register(Envelope.class, Blob.class).execution(execution).build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> knows.fromBytes(payload, Envelope.class));
    assertEquals(Kind.TYPE_MISMATCH, e.kind());
    Serializer keeps =
        builder()
            .register(Envelope.class)
            .unknownTypes(UnknownTypes.KEEP)
            .execution(execution)
            .build();
    assertEquals(envelope, keeps.fromBytes(payload, Envelope.class));
  }

  /// A payload with a schema of many more types.
  private static byte[] padded(byte[] payload, int names) {
    Schema schema = SchemaTail.carriedBy(payload, payload.length);
    SchemaDocument document = SchemaDecoder.decode(schema.document());
    List<TypeSchema> types = new ArrayList<>(document.types());
    types.add(
        new TypeSchema(
            TypeSchema.Kind.ENUM,
            "zz.Padding",
            0,
            0,
            List.of(),
            IntStream.range(0, names).mapToObj(i -> "%05d a constant".formatted(i)).toList()));
    Schema larger = Schema.of(SchemaEncoder.encode(new SchemaDocument(false, types)));
    int behind = schema.document().length + Schema.TAIL_BYTES + Header.TRAILER_BYTES;
    byte[] body = Arrays.copyOfRange(payload, Header.BYTES, payload.length - behind);
    int type = ByteArrays.getInt(payload, Header.TYPE);
    return SchemaTail.assemble(type, 0, false, body, larger);
  }

  @Test
  void keptObjectsShareTheirSchema() {
    List<Object> objects = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      objects.add(new Small(i));
    }
    byte[] payload = padded(builder().register(Small.class).build().toBytes(objects), 20_000);
    assertTrue(payload.length > 200_000, () -> payload.length + " bytes");
    Serializer keeps = builder().unknownTypes(UnknownTypes.KEEP).maxAllocation(200_000).build();
    assertEquals(500, keeps.fromBytes(payload, List.class).size());
    long before = Allocation.ofThisThread();
    List<?> kept = keeps.fromBytes(payload, List.class);
    long allocated = Allocation.ofThisThread() - before;
    assertTrue(allocated < payload.length, () -> allocated + " bytes");

    UnknownValue one = assertInstanceOf(UnknownValue.class, kept.get(7));
    assertEquals(Small.class.getName(), one.typeName());
    UnknownValue same = UnknownValue.fromPayload(one.payload());
    assertEquals(one, same);
    assertEquals(one.hashCode(), same.hashCode());
    assertArrayEquals(one.payload(), same.payload());
    assertEquals(one.toString(), same.toString());
    Serializer knows = builder().register(Small.class).build();
    assertEquals(new Small(7), knows.fromBytes(one.payload(), Small.class));
    assertEquals(new Small(7), knows.fromBytes(keeps.toBytes(one), Object.class));
  }
}
