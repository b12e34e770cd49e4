// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.payload.SchemaTail;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.schema.FieldSchema;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.schema.SchemaDecoder;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.SchemaEncoder;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.schema.ValueSchema;
import dev.segue.serializer.testing.Allocation;
import dev.segue.serializer.testing.Refused;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Forged schemas that try to cost a reader memory or time.
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

  /// A payload whose root is of the first type.
  private static byte[] payload(byte[] body, TypeSchema... types) {
    Schema schema = Schema.of(SchemaEncoder.encode(new SchemaDocument(false, List.of(types))));
    return SchemaTail.assemble(types[0].number(), types[0].fingerprint(), false, body, schema);
  }

  private static byte[] fieldsOfAnEnum(int fields, int constants) {
    TypeSchema type = plain("gone.Thing", fields(fields, new ValueSchema.Constant("gone.Color")));
    return payload(new byte[1], type, enumeration("gone.Color", names("C", constants)));
  }

  @Test
  void manyFieldsOfOneEnumMatchItsConstantsOnce() {
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

  @ParameterizedTest
  @ValueSource(strings = {"[", "[[", "[L", "[L;", "x["})
  void invalidArrayNamesAreErrors(String name) {
    byte[] bytes = payload(new byte[1], plain(name, List.of()));
    SerializationException e =
        assertThrows(SerializationException.class, () -> reader().fromBytes(bytes, Object.class));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
  }

  record Known(int value) {}

  enum Mood {
    GOOD,
    @Alias("WORSE")
    BAD
  }

  record Moody(Mood mood, String text) {}

  @ParameterizedTest
  @EnumSource
  void manyRemovedFieldsTakeLittleTime(Execution execution) {
    List<FieldSchema> fields = fields(50_000, new ValueSchema.Primitive(PrimitiveKind.INT));
    byte[] payload = payload(new byte[4 * fields.size()], plain(Known.class.getName(), fields));
    Serializer reader =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .execution(execution)
            .register(Known.class)
            .build();
    Known read =
        assertTimeoutPreemptively(Refused.SOON, () -> reader.fromBytes(payload, Known.class));
    assertEquals(new Known(0), read);
  }

  @Test
  void constantsMatchByNameThenByAlias() {
    List<FieldSchema> fields =
        List.of(
            new FieldSchema("mood", "", new ValueSchema.Constant("gone.Color")),
            new FieldSchema("text", "", new ValueSchema.Constant("gone.Color")));
    byte[] payload =
        payload(
            new byte[] {2, 2},
            plain(Moody.class.getName(), fields),
            enumeration("gone.Color", List.of("BAD", "WORSE", "GOOD")));
    // The enum is known only from the field's class name.
    assertThrows(
        SerializationException.class, () -> reader(Moody.class).fromBytes(payload, Moody.class));
    List<FieldSchema> known =
        fields.stream()
            .map(f -> new FieldSchema(f.name(), "", new ValueSchema.Constant(Mood.class.getName())))
            .toList();
    byte[] renamed =
        payload(
            new byte[] {2, 2},
            plain(Moody.class.getName(), known),
            enumeration(Mood.class.getName(), List.of("BAD", "WORSE", "GOOD")));
    assertEquals(new Moody(Mood.BAD, "WORSE"), reader(Moody.class).fromBytes(renamed, Moody.class));
  }

  @Test
  void enumContainersRequireEnums() {
    for (ValueSchema value :
        List.of(
            new ValueSchema.Sequence(EnumSet.class, new ValueSchema.Any()),
            new ValueSchema.Sequence(List.class, sets(new ValueSchema.Text())),
            new ValueSchema.Mapping(
                EnumMap.class, new ValueSchema.Any(), new ValueSchema.Text()))) {
      SerializationException e = refused(plain("gone.Thing", fields(1, value)));
      assertTrue(e.getMessage().contains("enum constants"), e.getMessage());
    }
  }

  private static ValueSchema sets(ValueSchema element) {
    return new ValueSchema.Sequence(EnumSet.class, element);
  }

  private static SerializationException refused(TypeSchema... types) {
    byte[] document = SchemaEncoder.encode(new SchemaDocument(false, List.of(types)));
    return assertThrows(SerializationException.class, () -> SchemaDecoder.decode(document));
  }

  @Test
  void duplicateNamesAreErrors() {
    FieldSchema field = new FieldSchema("a", "", new ValueSchema.Text());
    FieldSchema other = new FieldSchema("a", "", new ValueSchema.Any());
    FieldSchema owned = new FieldSchema("a", "gone.Super", new ValueSchema.Any());
    assertEquals(Kind.MALFORMED_INPUT, refused(plain("gone.Thing", List.of(field, other))).kind());
    assertEquals(
        Kind.MALFORMED_INPUT, refused(plain("gone.Thing", List.of(owned, field, owned))).kind());
    assertEquals(
        Kind.MALFORMED_INPUT, refused(enumeration("gone.Color", List.of("A", "A"))).kind());
    TypeSchema fine = plain("gone.Thing", List.of(field, owned));
    SchemaDocument document = new SchemaDocument(false, List.of(fine));
    assertEquals(document, SchemaDecoder.decode(SchemaEncoder.encode(document)));
  }

  @Test
  void schemaTakesBoundedMemory() {
    TypeSchema type = enumeration("gone.Color", names("", 600_000));
    byte[] document = SchemaEncoder.encode(new SchemaDocument(false, List.of(type)));
    assertTrue(document.length < Schema.MAX_BYTES, () -> document.length + " bytes");
    assertEquals(Kind.LIMIT_EXCEEDED, refused(type).kind());
  }

  @Test
  void memoryEstimateCoversAllPartsOfASchema() {
    TypeSchema type = enumeration("gone.Color", names("", 10_000));
    byte[] document = SchemaEncoder.encode(new SchemaDocument(false, List.of(type)));
    assertTrue(SchemaDecoder.measure(document).memoryBytes() > 10_000 * 64);
  }

  @Test
  void streamRetainsFewOfTheAnnouncedBytes() {
    AnnouncedSchemas announced = new AnnouncedSchemas();
    for (int i = 0; i < 8; i++) {
      byte[] junk = new byte[1 << 20];
      junk[0] = (byte) i;
      byte[] payload = SchemaTail.assemble(NUMBER, 1, false, new byte[1], Schema.of(junk));
      announced.note(payload, payload.length);
      assertTrue(announced.keptBytes() <= Schema.MAX_BYTES, "i=" + i);
    }
    assertEquals(4 << 20, announced.keptBytes());
  }
}
