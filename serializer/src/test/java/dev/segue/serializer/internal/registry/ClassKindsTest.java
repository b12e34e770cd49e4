// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The kinds of classes, as opposed to the kinds of fields.
class ClassKindsTest {

  sealed interface Figure {}

  record Circle(double radius) implements Figure {}

  record Group(List<Figure> parts, @Nullable Figure frame) implements Figure {}

  static final class Square implements Figure {
    private final int side;

    private Square() {
      this(1);
    }

    Square(int side) {
      this.side = side;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Square square && square.side == side;
    }

    @Override
    public int hashCode() {
      return side;
    }
  }

  record Pair<A, B extends Comparable<B>>(A first, @Nullable B second) {}

  static class Box<T extends Number> {
    @Nullable T value;
    List<T> values = new ArrayList<>();
    Map<String, T> byName = new HashMap<>();
    T @Nullable [] array;
  }

  @SuppressWarnings("serial") // serializable, since JDK 26 lets nothing else set its final field
  static class IntegerBox extends Box<Integer> implements Serializable {
    transient int cached = 5;
    static int count;
    final String label;

    private IntegerBox() {
      this.label = "";
    }

    IntegerBox(String label) {
      this.label = label;
    }
  }

  private record Secret(String word) {
    private Secret {
      if (word.isBlank()) {
        throw new IllegalArgumentException("blank");
      }
    }
  }

  @SuppressWarnings("serial") // serializable, since JDK 26 lets nothing else set its final field
  private static final class Outer implements Serializable {
    private final Inner inner = new Inner();

    private static final class Inner {
      private int x;
    }
  }

  private static Serializer serializer(Execution execution) {
    return Serializer.builder()
        .register(
            Circle.class,
            Group.class,
            Square.class,
            Pair.class,
            Box.class,
            IntegerBox.class,
            Secret.class,
            Outer.class,
            Outer.Inner.class)
        .execution(execution)
        .build();
  }

  private static <T> T roundTrip(Execution execution, T value, Class<T> type) {
    Serializer serializer = serializer(execution);
    T same = serializer.fromBytes(serializer.toBytes(value), type);
    if (same == null) {
      throw new AssertionError("nothing came back");
    }
    return same;
  }

  @ParameterizedTest
  @EnumSource
  void sealedHierarchiesAreRestored(Execution execution) {
    Figure figure =
        new Group(new ArrayList<>(List.of(new Circle(1), new Square(2))), new Square(3));
    assertEquals(figure, roundTrip(execution, figure, Figure.class));
  }

  @ParameterizedTest
  @EnumSource
  void genericClassesAndRecordsWithBoundsAreRestored(Execution execution) {
    assertEquals(
        new Pair<>(new Circle(2), "b"),
        roundTrip(execution, new Pair<>(new Circle(2), "b"), Pair.class));
    Box<Number> box = new Box<>();
    box.value = 1.5;
    box.values.addAll(List.of(1, 2L));
    box.byName.put("x", (short) 3);
    box.array = new Number[] {4, 5.0f};
    Box<?> same = roundTrip(execution, box, Box.class);
    assertEquals(box.value, same.value);
    assertEquals(box.values, same.values);
    assertEquals(box.byName, same.byName);
    assertEquals(
        List.of(4, 5.0f), List.of((Object[]) assertInstanceOf(Number[].class, same.array)));
  }

  @ParameterizedTest
  @EnumSource
  void transientAndStaticFieldsOfGenericClassesAreNotWritten(Execution execution) {
    IntegerBox.count = 9;
    IntegerBox box = new IntegerBox("label");
    box.cached = 6;
    box.value = 7;
    box.array = new Integer[] {8, null};
    IntegerBox same = roundTrip(execution, box, IntegerBox.class);
    assertEquals("label", same.label);
    assertEquals(5, same.cached);
    assertEquals(9, IntegerBox.count);
    assertEquals(7, same.value);
    Object[] array = assertInstanceOf(Integer[].class, same.array);
    assertEquals(8, array[0]);
  }

  @ParameterizedTest
  @EnumSource
  void nestedPrivateClassesAndRecordsAreRestored(Execution execution) {
    Outer outer = new Outer();
    outer.inner.x = 4;
    assertEquals(4, roundTrip(execution, outer, Outer.class).inner.x);
    assertEquals(new Secret("xyz"), roundTrip(execution, new Secret("xyz"), Secret.class));
  }

  @ParameterizedTest
  @EnumSource
  void failedValidationInACompactConstructorIsReported(Execution execution) {
    Serializer serializer = serializer(execution);
    byte[] bytes = serializer.toBytes(new Secret("x"));
    bytes[bytes.length - 2] = ' ';
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.fromBytes(bytes, Secret.class));
    assertEquals(Kind.CONSTRUCTION_FAILED, e.kind());
    assertInstanceOf(IllegalArgumentException.class, e.getCause());
  }

  @Test
  void anonymousClassesAreRefusedWithTheReason() {
    Object anonymous =
        new Object() {
          @Override
          public String toString() {
            return "anonymous";
          }
        };
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () -> Serializer.builder().register(anonymous.getClass()));
    assertEquals(Kind.UNSUPPORTED_TYPE, e.kind());
    assertTrue(String.valueOf(e.getMessage()).contains("anonymous"), e::getMessage);
  }
}
