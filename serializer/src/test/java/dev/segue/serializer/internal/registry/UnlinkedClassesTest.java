// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.internal.layout.PrimitiveKind;
import dev.segue.serializer.internal.payload.SchemaTail;
import dev.segue.serializer.internal.schema.FieldSchema;
import dev.segue.serializer.internal.schema.Schema;
import dev.segue.serializer.internal.schema.SchemaDocument;
import dev.segue.serializer.internal.schema.SchemaEncoder;
import dev.segue.serializer.internal.schema.TypeSchema;
import dev.segue.serializer.internal.schema.ValueSchema;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Nested classes whose codecs cannot be created: the failure is the same before and after the
/// outer class is compiled, and is not a JVM error.
@SuppressWarnings({"NullAway", "ArrayRecordComponent", "UnusedVariable"})
class UnlinkedClassesTest {

  private static final String HERE = "dev.segue.serializer.internal.registry.UnlinkedClassesTest$";

  /// More reads than it takes until the code is compiled.
  private static final int READS = 200;

  record Inner0(String s) {}

  @Alias(HERE + "Inner0")
  record Inner1(int s) {}

  record Direct0(@Nullable Inner0 inner, String text) {}

  @Alias(HERE + "Direct0")
  record Direct1(@Nullable Inner1 inner, String text) {}

  static final class Bean0 {
    @Nullable Inner0 inner;
    List<Inner0> list = List.of();
  }

  @Alias(HERE + "Bean0")
  static final class Bean1 {
    @Nullable Inner1 inner;
    List<Inner1> list = List.of();
  }

  record Held0(
      List<Inner0> list, Inner0[] array, Map<String, Inner0> map, Optional<Inner0> optional) {}

  @Alias(HERE + "Held0")
  record Held1(
      List<Inner1> list, Inner1[] array, Map<String, Inner1> map, Optional<Inner1> optional) {}

  record Deeper0(Direct0 direct) {}

  @Alias(HERE + "Deeper0")
  record Deeper1(Direct1 direct) {}

  private static Serializer writer() {
    return compatible()
        .register(Inner0.class, Direct0.class, Bean0.class, Held0.class, Deeper0.class)
        .build();
  }

  private static Serializer reader(Execution execution) {
    return compatible()
        .execution(execution)
        .register(Inner1.class, Direct1.class, Bean1.class, Held1.class, Deeper1.class)
        .build();
  }

  private static SerializerBuilder compatible() {
    return Serializer.builder().schemaMode(SchemaMode.COMPATIBLE);
  }

  private static Stream<Object> broken() {
    Inner0 inner = new Inner0("s");
    Bean0 bean = new Bean0();
    bean.inner = inner;
    Bean0 listed = new Bean0();
    listed.list = List.of(inner);
    Held0 none = new Held0(List.of(), new Inner0[0], Map.of(), Optional.empty());
    return Stream.of(
        new Direct0(inner, "t"),
        bean,
        listed,
        new Held0(List.of(inner), none.array, none.map, none.optional),
        new Held0(none.list, new Inner0[] {inner}, none.map, none.optional),
        new Held0(none.list, none.array, Map.of("k", inner), none.optional),
        new Held0(none.list, none.array, none.map, Optional.of(inner)),
        new Deeper0(new Direct0(inner, "t")));
  }

  @ParameterizedTest
  @EnumSource
  void classesFailInTheSameWayEachTime(Execution execution) {
    broken()
        .forEach(value -> {
          byte[] payload = writer().toBytes(value);
          Serializer reader = reader(execution);
          SerializationException first = failure(reader, payload);
          assertEquals(Kind.SCHEMA_MISMATCH, first.kind(), first::getMessage);
          assertTrue(first.path().contains("."), first::getMessage);
          for (int i = 0; i < READS; i++) {
            assertSame(first, failure(reader, payload));
          }
          try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(payload.length);
            memory.copyFrom(MemorySegment.ofArray(payload));
            for (int i = 0; i < READS; i++) {
              assertSame(
                  first,
                  assertThrows(
                      SerializationException.class, () -> reader.read(memory, 0, Object.class)));
            }
          }
        });
  }

  private static SerializationException failure(Serializer reader, byte[] payload) {
    return assertThrows(
        SerializationException.class, () -> reader.fromBytes(payload, Object.class));
  }

  private static void assertSame(SerializationException expected, SerializationException found) {
    assertEquals(expected.kind(), found.kind());
    assertEquals(expected.path(), found.path());
    assertEquals(expected.getMessage(), found.getMessage());
  }

  @ParameterizedTest
  @EnumSource
  void nullFieldsOfSuchClassesAreRead(Execution execution) {
    Serializer reader = reader(execution);
    byte[] none = writer().toBytes(new Direct0(null, "t"));
    byte[] one = writer().toBytes(new Direct0(new Inner0("s"), "t"));
    for (int i = 0; i < READS; i++) {
      assertEquals(new Direct1(null, "t"), reader.fromBytes(none, Object.class));
      assertEquals(Kind.SCHEMA_MISMATCH, failure(reader, one).kind());
    }
  }

  /// A forged schema: the field's class has become another kind of class.
  @ParameterizedTest
  @EnumSource
  void classesOfAForgedSchemaFailEachTime(Execution execution) {
    int number = TypeRegistry.FIRST_USER_ID;
    TypeSchema outer =
        new TypeSchema(
            TypeSchema.Kind.PLAIN,
            HERE + "Direct1",
            number,
            1,
            List.of(new FieldSchema("inner", "", new ValueSchema.Bean(HERE + "Inner1"))),
            List.of());
    TypeSchema inner =
        new TypeSchema(
            TypeSchema.Kind.PLAIN,
            HERE + "Inner1",
            number + 1,
            1,
            List.of(new FieldSchema("s", "", new ValueSchema.PrimitiveArray(PrimitiveKind.INT))),
            List.of());
    Schema schema =
        Schema.of(SchemaEncoder.encode(new SchemaDocument(false, List.of(outer, inner))));
    // One slot, for an object of the declared class, which takes no bytes.
    byte[] body = {1, 0, 0, 0};
    byte[] payload = SchemaTail.assemble(number, 1, false, body, schema);
    Serializer reader = reader(execution);
    for (int i = 0; i < READS; i++) {
      assertEquals(Kind.SCHEMA_MISMATCH, failure(reader, payload).kind());
    }
  }

  record Part0(int a) {}

  record Whole0(@Nullable Part0 part) {}

  @Alias(HERE + "Part0")
  static final class Part1 {
    static final int LENGTH = Integer.parseInt("no number");

    int a;
  }

  @Alias(HERE + "Whole0")
  record Whole1(@Nullable Part1 part) {}

  /// The cause is the class itself, not the schema.
  @ParameterizedTest
  @EnumSource
  void classesThatCannotBeInitializedThrowNoJvmError(Execution execution) {
    Serializer writer = compatible().register(Part0.class, Whole0.class).build();
    Serializer reader =
        compatible().execution(execution).register(Part1.class, Whole1.class).build();
    byte[] none = writer.toBytes(new Whole0(null));
    byte[] one = writer.toBytes(new Whole0(new Part0(1)));
    for (int i = 0; i < READS; i++) {
      assertEquals(new Whole1(null), reader.fromBytes(none, Object.class));
      assertEquals(Kind.CONSTRUCTION_FAILED, failure(reader, one).kind());
    }
  }
}
