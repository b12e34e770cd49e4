// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.TypeSurrogate;
import java.io.Serial;
import java.io.Serializable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Surrogates and `writeReplace` methods whose result refers back to the object.
@SuppressWarnings({"rawtypes", "unchecked", "serial"})
class TypeSurrogateTest {

  /// Like the immutable list of a library. The first attempt at a surrogate is often `l -> l`.
  static final class FixedList extends AbstractList<String> {
    private final String[] elements;

    FixedList(String... elements) {
      this.elements = elements;
    }

    @Override
    public String get(int index) {
      return elements[index];
    }

    @Override
    public int size() {
      return elements.length;
    }
  }

  record Bean(List<String> list) {}

  record Wrapped(FixedList list) {}

  private static SerializationException fails(Kind kind, Executable executable, String... parts) {
    SerializationException e = assertThrows(SerializationException.class, executable);
    assertEquals(kind, e.kind(), e::getMessage);
    for (String part : parts) {
      assertTrue(String.valueOf(e.getMessage()).contains(part), e::getMessage);
    }
    return e;
  }

  private static Serializer serializer(
      Execution execution, boolean references, TypeSurrogate<?, ?>... surrogates) {
    return Serializer.builder()
        .references(references)
        .execution(execution)
        .register(Bean.class)
        .register(surrogates)
        .build();
  }

  private static TypeSurrogate<FixedList, List> fixed(boolean copies) {
    return TypeSurrogate.of(
            FixedList.class,
            List.class,
            list -> copies ? new ArrayList<>(list) : list,
            list -> new FixedList(((List<String>) list).toArray(String[]::new)))
        .withSubclasses();
  }

  @ParameterizedTest
  @CsvSource({"COMPILED,false", "COMPILED,true", "INTERPRETED,false", "INTERPRETED,true"})
  void surrogateThatIsTheObjectItselfIsRefused(Execution execution, boolean references) {
    Bean bean = new Bean(new FixedList("a", "b"));
    Serializer itself = serializer(execution, references, fixed(false));
    fails(
        Kind.HOOK_FAILED,
        () -> itself.toBytes(bean),
        FixedList.class.getName(),
        "its own type",
        "new ArrayList<>");
    assertEquals(bean, serializer(execution, references, fixed(true)).copy(bean));
    assertEquals(
        "Bean.list", assertThrows(SerializationException.class, () -> itself.toBytes(bean)).path());
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void cyclesOfSurrogatesAreRefused(boolean references) {
    TypeSurrogate<Wrapped, FixedList> unwrap =
        TypeSurrogate.of(Wrapped.class, FixedList.class, Wrapped::list, Wrapped::new);
    TypeSurrogate<FixedList, Wrapped> wrap =
        TypeSurrogate.of(FixedList.class, Wrapped.class, Wrapped::new, Wrapped::list);
    Serializer serializer = serializer(Execution.COMPILED, references, unwrap, wrap);
    SerializationException e =
        fails(
            references ? Kind.CYCLE : Kind.TOO_DEEP,
            () -> serializer.toBytes(new Bean(new FixedList("a"))),
            FixedList.class.getName(),
            references ? "break the cycle" : "return a");
    assertFalse(String.valueOf(e.getMessage()).length() > 1_000, e::getMessage);
    assertTrue(e.path().startsWith("Bean.list"), e::path);
  }

  /// Created on each call, so that no reference to it is written.
  @ParameterizedTest
  @CsvSource({"false", "true"})
  void endlessCopiesOfTheSameTypeAreRefused(boolean references) {
    TypeSurrogate<FixedList, List> copy =
        TypeSurrogate.of(
            FixedList.class,
            List.class,
            list -> new FixedList(list.elements),
            list -> new FixedList("x"));
    fails(
        Kind.TOO_DEEP,
        () ->
            serializer(Execution.COMPILED, references, copy).toBytes(new Bean(new FixedList("a"))),
        FixedList.class.getName(),
        "without a TypeSurrogate");
  }

  record Box(Object content) {}

  @ParameterizedTest
  @EnumSource
  void finiteStateOfTheSameTypeIsAccepted(Execution execution) {
    TypeSurrogate<Box, Object> surrogate =
        TypeSurrogate.of(Box.class, Object.class, Box::content, Box::new).withSubclasses();
    Box boxes = new Box(new Box(new Box("end")));
    assertEquals(boxes, serializer(execution, false, surrogate).copy(boxes));
    assertEquals(boxes, serializer(execution, true, surrogate).copy(boxes));
    Bean bean = new Bean(List.of("a"));
    List<Object> twice = new ArrayList<>(List.of(new Box(bean), new Box(bean)));
    assertEquals(twice, serializer(execution, true, surrogate).copy(twice));
  }

  /// Rejected in a call that has already written another object of the type.
  @Test
  void errorLeavesNoStateBehind() {
    Serializer serializer = serializer(Execution.COMPILED, true, fixed(false));
    for (int i = 0; i < 3; i++) {
      fails(Kind.HOOK_FAILED, () -> serializer.toBytes(new Bean(new FixedList("a"))));
    }
    assertEquals(new Bean(List.of("b")), serializer.copy(new Bean(List.of("b"))));
  }

  /// Two classes that replace themselves with each other.
  static final class Ping implements Serializable {
    private @Nullable Pong pong;

    @Serial
    private Object writeReplace() {
      Pong other = pong;
      return other == null ? new Pong(this) : other;
    }
  }

  static final class Pong implements Serializable {
    private final Ping ping;

    Pong(Ping ping) {
      this.ping = ping;
      ping.pong = this;
    }

    @Serial
    private Object writeReplace() {
      return ping;
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void cyclesOfReplacementsAreRefused(boolean references) {
    Serializer serializer =
        Serializer.builder().references(references).register(Ping.class, Pong.class).build();
    fails(
        references ? Kind.CYCLE : Kind.TOO_DEEP,
        () -> serializer.toBytes(new Ping()),
        references ? "break the cycle" : "return a");
  }
}
