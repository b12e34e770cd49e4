// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.exec.SchemaTail;
import dev.segue.serializer.exec.TypeRegistry;
import dev.segue.serializer.schema.FieldSchema;
import dev.segue.serializer.schema.Schema;
import dev.segue.serializer.schema.SchemaDocument;
import dev.segue.serializer.schema.SchemaEncoder;
import dev.segue.serializer.schema.TypeSchema;
import dev.segue.serializer.schema.ValueSchema;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Schemas that somebody has made up to cost a reader memory or time.
class HostileSchemaTest {

  private static final int NUMBER = TypeRegistry.FIRST_USER_ID;

  private static Serializer reader(Class<?>... types) {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(types).build();
  }

  private static TypeSchema plain(String name, List<FieldSchema> fields) {
    return new TypeSchema(TypeSchema.Kind.PLAIN, name, NUMBER, 1, fields, List.of());
  }

  private static TypeSchema enumeration(String name, List<String> constants) {
    return new TypeSchema(TypeSchema.Kind.ENUM, name, 0, 0, List.of(), constants);
  }

  private static List<String> names(String start, int count) {
    return IntStream.range(0, count).mapToObj(i -> start + i).toList();
  }

  private static List<FieldSchema> fields(int count, ValueSchema value) {
    return names("f", count).stream().map(name -> new FieldSchema(name, "", value)).toList();
  }

  /// A payload whose root is of the first of the types.
  private static byte[] payload(byte[] body, TypeSchema... types) {
    Schema schema = Schema.of(SchemaEncoder.encode(new SchemaDocument(false, List.of(types))));
    return SchemaTail.assemble(types[0].number(), types[0].fingerprint(), false, body, schema);
  }

  private static byte[] fieldsOfAnEnum(int fields, int constants) {
    TypeSchema type = plain("gone.Thing", fields(fields, new ValueSchema.Constant("gone.Color")));
    return payload(new byte[1], type, enumeration("gone.Color", names("C", constants)));
  }

  @Test
  void manyFieldsOfOneEnumTakeItsConstantsOnce() {
    Serializer reader = reader();
    byte[] small = fieldsOfAnEnum(2, 2);
    assertThrows(SerializationException.class, () -> reader.fromBytes(small, Object.class));
    byte[] large = fieldsOfAnEnum(2000, 2000);
    long before = Allocation.ofThisThread();
    SerializationException e =
        assertThrows(SerializationException.class, () -> reader.fromBytes(large, Object.class));
    long allocated = Allocation.ofThisThread() - before;
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    assertTrue(allocated < 5_000_000, () -> allocated + " bytes");
  }
}
