// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.UnknownTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// `Optional`s with and without a declared content type.
@SuppressWarnings({"NullAway", "unchecked", "rawtypes", "NullOptional"})
class OptionalsTest {

  private static final String OLD = "dev.segue.serializer.internal.container.OptionalsTest$";

  enum Color {
    RED
  }

  record Point(int x, int y) {}

  record Held(
      Optional<String> text,
      Optional<Integer> number,
      Optional<Color> color,
      Optional<Point> point,
      Optional<List<Point>> points,
      Optional<Optional<String>> nested,
      Optional<?> wild,
      Optional raw,
      List<Optional<String>> list,
      Map<String, Optional<Integer>> map,
      Object any) {}

  private static final Held FULL =
      new Held(
          Optional.of("text"),
          Optional.of(7),
          Optional.of(Color.RED),
          Optional.of(new Point(1, 2)),
          Optional.of(List.of(new Point(3, 4))),
          Optional.of(Optional.of("inner")),
          Optional.of(1.5),
          Optional.of("raw"),
          Arrays.asList(Optional.of("a"), null, Optional.empty()),
          Map.of("one", Optional.of(1), "none", Optional.empty()),
          Optional.of("any"));

  private static final Held EMPTY =
      new Held(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          null,
          Optional.empty(),
          Optional.of(Optional.empty()),
          Optional.empty(),
          null,
          new ArrayList<>(),
          Map.of(),
          Optional.empty());

  private static Serializer serializer(Execution execution, boolean references) {
    return Serializer.builder()
        .register(Held.class, Point.class, Color.class)
        .execution(execution)
        .references(references)
        .build();
  }

  @ParameterizedTest
  @CsvSource({"COMPILED,true", "COMPILED,false", "INTERPRETED,true", "INTERPRETED,false"})
  void roundTrip(Execution execution, boolean references) {
    Serializer serializer = serializer(execution, references);
    for (Held value : List.of(FULL, EMPTY)) {
      assertEquals(value, serializer.fromBytes(serializer.toBytes(value), Held.class));
    }
  }

  @Test
  void bothExecutionsWriteTheSameBytes() {
    for (Held value : List.of(FULL, EMPTY)) {
      assertEquals(
          Arrays.toString(serializer(Execution.COMPILED, false).toBytes(value)),
          Arrays.toString(serializer(Execution.INTERPRETED, false).toBytes(value)));
    }
  }

  record Twice(Optional<Point> one, Optional<Point> other, Point point) {}

  @ParameterizedTest
  @EnumSource
  void sharedOnesStayShared(Execution execution) {
    Serializer serializer =
        Serializer.builder()
            .register(Twice.class, Point.class)
            .execution(execution)
            .references(true)
            .build();
    Point point = new Point(1, 2);
    Optional<Point> held = Optional.of(point);
    Twice same =
        serializer.fromBytes(serializer.toBytes(new Twice(held, held, point)), Twice.class);
    assertSame(same.one, same.other);
    assertSame(same.point, same.one.orElseThrow());
  }

  record One(Optional<String> text) {}

  /// Header 16; slot 4; then the optional: count 4, a slot for each.
  @ParameterizedTest
  @EnumSource
  void neverHoldNullNorTwo(Execution execution) {
    Serializer serializer = Serializer.builder().register(One.class).execution(execution).build();
    byte[] holdsNull = serializer.toBytes(new One(Optional.of("")));
    holdsNull[24] = 0;
    assertEquals(new One(Optional.empty()), serializer.fromBytes(holdsNull, One.class));
    byte[] holdsTwo = serializer.toBytes(new One(Optional.of("four")));
    holdsTwo[20] = 2;
    for (int i = 24; i < 32; i++) {
      holdsTwo[i] = (byte) (i % 4 == 0 ? 1 : 0);
    }
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.fromBytes(holdsTwo, One.class));
    assertEquals(Kind.MALFORMED_INPUT, e.kind(), e.getMessage());
  }

  static final class Loop {
    Optional<Loop> itself = Optional.empty();
    Set<Optional<String>> keys = Set.of(Optional.of("key"), Optional.empty());
  }

  @ParameterizedTest
  @EnumSource
  void cycleThroughASurrogateIsRestored(Execution execution) {
    Serializer serializer =
        Serializer.builder()
            .register(Loop.class)
            .execution(execution)
            .references(true)
            .maxAllocation(10_000)
            .build();
    Loop loop = new Loop();
    loop.itself = Optional.of(loop);
    Loop same = serializer.fromBytes(serializer.toBytes(loop), Loop.class);
    assertSame(same, same.itself.orElseThrow());
    assertEquals(loop.keys, same.keys);
  }

  enum Signal {
    GO,
    STOP
  }

  @Alias(OLD + "Signal")
  enum Fewer {
    GO
  }

  record Gone(int x) {}

  record Sent(Optional<Gone> gone, Optional<Signal> signal, List<Optional<Gone>> list, int last) {}

  @Alias(OLD + "Sent")
  record Removed(int last) {}

  @Alias(OLD + "Sent")
  record Received(Optional<?> gone, Optional<Fewer> signal, int last) {}

  /// Unknown content is read as an empty `Optional`, as for undeclared `Optional`s.
  @ParameterizedTest
  @CsvSource({"COMPILED,true", "COMPILED,false", "INTERPRETED,true", "INTERPRETED,false"})
  void withUnknownContentAreReadAsEmpty(Execution execution, boolean references) {
    Gone gone = new Gone(1);
    byte[] bytes =
        compatible(execution, references, Sent.class, Gone.class, Signal.class)
            .toBytes(
                new Sent(
                    Optional.of(gone), Optional.of(Signal.STOP), List.of(Optional.of(gone)), 7));
    assertEquals(
        new Removed(7),
        compatible(execution, references, Removed.class).fromBytes(bytes, Removed.class));
    assertEquals(
        new Received(Optional.empty(), Optional.empty(), 7),
        compatible(execution, references, Received.class, Fewer.class)
            .fromBytes(bytes, Received.class));
  }

  record Before(
      Optional<Integer> number, Optional<String> text, Optional<Point> point, Object any) {}

  @Alias(OLD + "Before")
  record Wider(Optional<Long> number, List<String> text, Object point, Optional<String> any) {}

  @Alias(OLD + "Before")
  record Set1(Set<Integer> number) {}

  @Alias(OLD + "Before")
  record Bare(Integer number) {}

  @ParameterizedTest
  @EnumSource
  void theirDeclarationsMayChange(Execution execution) {
    byte[] bytes =
        compatible(execution, Before.class, Point.class)
            .toBytes(
                new Before(
                    Optional.of(7),
                    Optional.of("text"),
                    Optional.of(new Point(1, 2)),
                    Optional.of("any")));
    Wider wider = compatible(execution, Wider.class, Point.class).fromBytes(bytes, Wider.class);
    assertEquals(
        new Wider(
            Optional.of(7L), List.of("text"), Optional.of(new Point(1, 2)), Optional.of("any")),
        wider);
    assertEquals(
        new Set1(Set.of(7)), compatible(execution, Set1.class).fromBytes(bytes, Set1.class));
    Serializer bare = compatible(execution, Bare.class);
    SerializationException e =
        assertThrows(SerializationException.class, () -> bare.fromBytes(bytes, Bare.class));
    assertEquals(Kind.SCHEMA_MISMATCH, e.kind(), e.getMessage());
  }

  private static Serializer compatible(Execution execution, Class<?>... types) {
    return compatible(execution, false, types);
  }

  private static Serializer compatible(Execution execution, boolean references, Class<?>... types) {
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .unknownTypes(UnknownTypes.NULL)
        .references(references)
        .register(types)
        .execution(execution)
        .build();
  }
}
