// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Fields that hide others of the same name, in classes that have changed since they were written.
@SuppressWarnings({"HidingField", "NullAway", "UnusedVariable"})
class HiddenFieldsTest {

  private static final String OLD = "dev.segue.serializer.internal.layout.HiddenFieldsTest$";

  static class Base0 {
    int x = 1;
  }

  static class Derived0 extends Base0 {
    int x = 2;
  }

  static class Empty1 {}

  @Alias(OLD + "Derived0")
  static class WithoutBase1 extends Empty1 {
    int x;
  }

  static class Zenith1 {
    int x;
  }

  @Alias(OLD + "Derived0")
  static class Renamed1 extends Zenith1 {
    int x;
  }

  static class Middle1 extends Empty1 {
    int x;
  }

  @Alias(OLD + "Derived0")
  static class Moved1 extends Middle1 {
    int x;
  }

  @Alias(OLD + "Base0")
  static class Zenith2 {
    int x;
  }

  static class Another2 extends Zenith2 {
    int x = 3;
  }

  @Alias(OLD + "Derived0")
  static class OnlyBase2 extends Another2 {}

  @Alias(OLD + "Base0")
  static class Zenith3 {
    @Alias("x")
    int z;
  }

  @Alias(OLD + "Derived0")
  static class FieldsRenamed3 extends Zenith3 {
    @Alias("x")
    int a;
  }

  static class Lowest0 extends Derived0 {
    int x = 3;
  }

  static class Upper1 extends Zenith1 {
    int x;
  }

  @Alias(OLD + "Lowest0")
  static class Lowest1 extends Upper1 {
    int x;
  }

  private static <T> T evolve(Object old, Class<T> type, Execution execution) {
    SerializerBuilder builder =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).execution(execution);
    byte[] bytes = builder.register(old.getClass()).build().toBytes(old);
    Serializer reader =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .execution(execution)
            .register(type)
            .build();
    return reader.fromBytes(bytes, type);
  }

  @ParameterizedTest
  @EnumSource
  void fieldOfTheClassItselfIsNotConfusedWithTheHiddenOne(Execution execution) {
    assertEquals(2, evolve(new Derived0(), WithoutBase1.class, execution).x);
    Renamed1 renamed = evolve(new Derived0(), Renamed1.class, execution);
    assertEquals(2, renamed.x);
    assertEquals(1, ((Zenith1) renamed).x);
    Moved1 moved = evolve(new Derived0(), Moved1.class, execution);
    assertEquals(2, moved.x);
    assertEquals(1, ((Middle1) moved).x);
  }

  @ParameterizedTest
  @EnumSource
  void classesMatchByAlias(Execution execution) {
    OnlyBase2 read = evolve(new Derived0(), OnlyBase2.class, execution);
    assertEquals(1, ((Zenith2) read).x);
    assertEquals(2, ((Another2) read).x);
    FieldsRenamed3 fields = evolve(new Derived0(), FieldsRenamed3.class, execution);
    assertEquals(2, fields.a);
    assertEquals(1, fields.z);
  }

  @ParameterizedTest
  @EnumSource
  void ambiguousClassesAreAnError(Execution execution) {
    SerializationException e =
        assertThrows(
            SerializationException.class, () -> evolve(new Lowest0(), Lowest1.class, execution));
    assertEquals(Kind.SCHEMA_MISMATCH, e.kind());
    assertTrue(e.getMessage().contains("@Alias"), e.getMessage());
  }
}
