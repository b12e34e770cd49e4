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
import dev.segue.serializer.TypeRef;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Type arguments that a class passes to its interfaces and superclasses: an `Integer` is not a
/// `Comparable<Long>`.
@SuppressWarnings({"NullAway", "ArrayRecordComponent"})
class ImplementedTypeArgumentsTest {

  interface Val<T> {
    T value();
  }

  record IntVal(Integer value) implements Val<Integer> {}

  /// Generic idioms: a value that conforms to any type, and a value of a wildcard type.
  enum Nothing implements Val<Void> {
    NOTHING;

    @Override
    public Void value() {
      return null;
    }
  }

  record AnyVal(String name) implements Val<Object> {
    @Override
    public Object value() {
      return name;
    }
  }

  abstract static class Base<T> {
    T held;
  }

  static final class IntBase extends Base<Integer> {}

  record Five(int number) implements Supplier<Integer> {
    @Override
    public Integer get() {
      return number;
    }
  }

  record Integers(
      Comparable<Integer> comparable,
      Val<Integer> val,
      Base<Integer> base,
      Supplier<Integer> supplier,
      List<Comparable<Integer>> list,
      Map<String, Val<Integer>> map,
      Comparable<Integer>[] array) {}

  @Alias("dev.segue.serializer.internal.layout.ImplementedTypeArgumentsTest$Integers")
  record Longs(
      Comparable<Long> comparable,
      Val<Long> val,
      Base<Long> base,
      Supplier<Long> supplier,
      List<Comparable<Long>> list,
      Map<String, Val<Long>> map,
      Comparable<Long>[] array) {}

  /// Arguments that the values can have.
  @Alias("dev.segue.serializer.internal.layout.ImplementedTypeArgumentsTest$Integers")
  record Others(
      Comparable<? super Integer> comparable,
      Val<Number> val,
      Base<? extends Number> base,
      Supplier<?> supplier,
      List<Comparable<?>> list,
      Map<String, Val<? extends Number>> map,
      Comparable<?>[] array,
      String added) {}

  private static Serializer serializer(Execution execution, Class<?> root) {
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .execution(execution)
        .register(root, IntVal.class, Nothing.class, AnyVal.class, IntBase.class, Five.class)
        .build();
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static Stream<Integers> oneValueEach() {
    Comparable<Integer>[] array = new Comparable[] {5};
    return Stream.of(
        new Integers(5, null, null, null, null, null, null),
        new Integers(null, new IntVal(5), null, null, null, null, null),
        new Integers(null, null, new IntBase(), null, null, null, null),
        new Integers(null, null, null, new Five(5), null, null, null),
        new Integers(null, null, null, null, List.of(5), null, null),
        new Integers(null, null, null, null, null, Map.of("x", new IntVal(5)), null),
        new Integers(null, null, null, null, null, null, array));
  }

  @ParameterizedTest
  @MethodSource("oneValueEach")
  void anotherArgumentIsAMismatch(Integers value) {
    for (Execution execution : Execution.values()) {
      byte[] payload = serializer(execution, Integers.class).toBytes(value);
      SerializationException e =
          assertThrows(
              SerializationException.class,
              () -> serializer(execution, Longs.class).fromBytes(payload, Longs.class));
      assertEquals(Kind.SCHEMA_MISMATCH, e.kind(), e.getMessage());
      assertTrue(e.getMessage().contains("<java.lang.Long>"), e.getMessage());
      assertTrue(e.path().startsWith("Longs."), e.path());
      Others read = serializer(execution, Others.class).fromBytes(payload, Others.class);
      assertEquals(value.comparable, read.comparable);
      assertEquals(value.val, read.val);
      assertEquals(value.supplier, read.supplier);
      assertEquals(value.list, read.list);
      assertEquals(value.map, read.map);
    }
  }

  record Idioms(Val<String> none, Val<String> any, Comparator<String> order) {}

  @Alias("dev.segue.serializer.internal.layout.ImplementedTypeArgumentsTest$Idioms")
  record MoreIdioms(Val<String> none, Val<String> any, Comparator<String> order, int added) {}

  @ParameterizedTest
  @EnumSource
  @SuppressWarnings("unchecked")
  void valuesThatFitAnyArgumentAreRead(Execution execution) {
    Idioms idioms =
        new Idioms(
            (Val<String>) (Val<?>) Nothing.NOTHING,
            (Val<String>) (Val<?>) new AnyVal("x"),
            Comparator.reverseOrder());
    byte[] payload = serializer(execution, Idioms.class).toBytes(idioms);
    MoreIdioms read = serializer(execution, MoreIdioms.class).fromBytes(payload, MoreIdioms.class);
    assertEquals(new MoreIdioms(idioms.none, idioms.any, idioms.order, 0), read);
  }

  @Test
  void rootsAreChecked() {
    Serializer serializer = serializer(Execution.COMPILED, Integers.class);
    byte[] number = serializer.toBytes(5);
    assertEquals(5, serializer.fromBytes(number, new TypeRef<Comparable<Integer>>() {}));
    byte[] numbers = serializer.toBytes(List.of(5));
    for (SerializationException e :
        List.of(
            assertThrows(
                SerializationException.class,
                () -> serializer.fromBytes(number, new TypeRef<Comparable<Long>>() {})),
            assertThrows(
                SerializationException.class,
                () -> serializer.fromBytes(numbers, new TypeRef<List<Comparable<Long>>>() {})))) {
      assertEquals(Kind.TYPE_MISMATCH, e.kind());
      assertTrue(
          e.getMessage().contains("java.lang.Integer, not a java.lang.Comparable<java.lang.Long>"),
          e.getMessage());
    }
  }

  @Test
  void consistentModeDistinguishesTheVersions() {
    byte[] payload = Serializer.builder().register(Before.class).build().toBytes(new Before(5));
    Serializer now = Serializer.builder().register(Now.class).build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> now.fromBytes(payload, Now.class));
    assertEquals(Kind.SCHEMA_MISMATCH, e.kind(), e.getMessage());
  }

  record Before(Comparable<Integer> value) {}

  record Now(Comparable<Long> value) {}
}
