// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.DefaultValue;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Default values of fields that a writer did not have, and records without default values.
@SuppressWarnings("UnusedVariable")
class DefaultValuesTest {

  private static final String HERE = "dev.segue.serializer.internal.evolution.DefaultValuesTest$";

  private static Serializer serializer(Execution execution, Class<?>... types) {
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .execution(execution)
        .register(types)
        .build();
  }

  enum Color {
    RED
  }

  record Count(@DefaultValue("many") int count) {}

  record Constant(@DefaultValue("GREEN") Color color) {}

  static class Bean {
    @DefaultValue("yes")
    boolean flag;
  }

  static class Below extends Bean {}

  record Untold(@DefaultValue("2020-01-01") LocalDate date) {}

  record Held(@DefaultValue("x") Optional<Integer> number) {}

  record HeldNumber(@DefaultValue("x") OptionalInt number) {}

  @ParameterizedTest
  @ValueSource(
      classes = {
        Count.class,
        Constant.class,
        Bean.class,
        Below.class,
        Untold.class,
        Held.class,
        HeldNumber.class
      })
  void aTextThatIsNoValueIsAnErrorOfBuild(Class<?> type) {
    SerializerBuilder builder =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(type);
    SerializationException e = assertThrows(SerializationException.class, builder::build);
    assertEquals(Kind.UNSUPPORTED_TYPE, e.kind());
    String owner = type == Below.class ? "Bean" : type.getSimpleName();
    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains("@DefaultValue") && message.contains(owner + "."), message);
    assertNotNull(Serializer.builder().register(type).build(), "nothing asks for it there");
  }

  record Empty0(int kept) {}

  @Alias(HERE + "Empty0")
  record Optionals(
      int kept,
      @DefaultValue("") Optional<String> none,
      @DefaultValue("7") Optional<Integer> number,
      @DefaultValue("RED") Optional<Color> color,
      @DefaultValue("text") Optional<String> text,
      @DefaultValue("") OptionalInt noInt,
      @DefaultValue("3") OptionalInt anInt,
      @DefaultValue("4") OptionalLong aLong,
      @DefaultValue("0.5") OptionalDouble aDouble) {}

  @ParameterizedTest
  @EnumSource
  void optionalsHoldTheValueOfTheText(Execution execution) {
    byte[] bytes = serializer(execution, Empty0.class).toBytes(new Empty0(5));
    assertEquals(
        new Optionals(
            5,
            Optional.empty(),
            Optional.of(7),
            Optional.of(Color.RED),
            Optional.of("text"),
            OptionalInt.empty(),
            OptionalInt.of(3),
            OptionalLong.of(4),
            OptionalDouble.of(0.5)),
        serializer(execution, Optionals.class).fromBytes(bytes, Optionals.class));
  }

  record Name0(String first) {}

  record Person0(Object name, List<Object> others) {}

  @Alias(HERE + "Name0")
  record Name(String first, String last, @DefaultValue("x") String middle, int age) {
    Name {
      Objects.requireNonNull(last);
    }
  }

  @Alias(HERE + "Person0")
  record Person(Object name, List<Object> others) {}

  @ParameterizedTest
  @EnumSource
  void constructorFailureNamesTheMissingComponents(Execution execution) {
    Serializer writer = serializer(execution, Name0.class, Person0.class);
    Serializer reader = serializer(execution, Name.class, Person.class);
    byte[] root = writer.toBytes(new Name0("a"));
    byte[] field = writer.toBytes(new Person0(new Name0("a"), new ArrayList<>()));
    byte[] element =
        writer.toBytes(new Person0("none", new ArrayList<>(List.of("", new Name0("a")))));
    for (int i = 0; i < 80; i++) { // interpreted, then compiled
      missing(reader, root, "");
      missing(reader, field, "Person.name");
      missing(reader, element, "Person.others[1]");
    }
  }

  private static void missing(Serializer reader, byte[] bytes, String path) {
    SerializationException e =
        assertThrows(SerializationException.class, () -> reader.fromBytes(bytes, Object.class));
    assertEquals(Kind.CONSTRUCTION_FAILED, e.kind());
    assertEquals(path, e.path());
    String message = String.valueOf(e.getMessage());
    assertTrue(message.contains("missing from the payload"), message);
    assertTrue(message.contains(": last, age;"), message);
    assertTrue(message.contains(Name.class.getName()), message);
  }

  @Test
  void constructorFailureWithoutMissingComponentsNamesNone() {
    record Positive(int x) {
      Positive {
        if (x <= 0) {
          throw new IllegalArgumentException("x=" + x);
        }
      }
    }
    Serializer serializer = Serializer.builder().register(Positive.class).build();
    byte[] bytes = serializer.toBytes(new Positive(1));
    bytes[16] = 0;
    SerializationException e =
        assertThrows(
            SerializationException.class, () -> serializer.fromBytes(bytes, Positive.class));
    assertTrue(!String.valueOf(e.getMessage()).contains("missing"), e::getMessage);
  }
}
