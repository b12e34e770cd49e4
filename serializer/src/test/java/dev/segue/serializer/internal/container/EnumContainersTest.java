// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
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
import dev.segue.serializer.UnknownTypes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// Sets and maps of the constants of an enum that has changed since they were written.
@SuppressWarnings({"NullAway", "unchecked", "rawtypes"})
class EnumContainersTest {

  private static final String OLD = "dev.segue.serializer.internal.container.EnumContainersTest$";

  enum Color0 {
    A,
    B
  }

  @Alias(OLD + "Color0")
  enum Color1 {
    B
  }

  record Held0(EnumSet<Color0> set, EnumMap<Color0, Integer> map, Object any) {}

  @Alias(OLD + "Held0")
  record Held1(EnumSet<Color1> set, EnumMap<Color1, Integer> map, Object any) {}

  private static Serializer serializer(UnknownTypes unknown, Class<?>... types) {
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .unknownTypes(unknown)
        .register(types)
        .build();
  }

  private static byte[] written(EnumSet<Color0> set) {
    EnumMap<Color0, Integer> map = new EnumMap<>(Map.of(Color0.B, 7));
    return serializer(UnknownTypes.FAIL, Held0.class, Color0.class)
        .toBytes(new Held0(set, map, EnumSet.noneOf(Color0.class)));
  }

  @ParameterizedTest
  @EnumSource
  void firstConstantMayBeRemoved(UnknownTypes unknown) {
    Serializer reader = serializer(unknown, Held1.class, Color1.class);
    byte[] bytes = written(EnumSet.of(Color0.B));
    for (int i = 0; i < 80; i++) {
      Held1 read = reader.fromBytes(bytes, Held1.class);
      assertEquals(EnumSet.of(Color1.B), read.set());
      assertEquals(new EnumMap<>(Map.of(Color1.B, 7)), read.map());
      EnumSet<?> none = (EnumSet<?>) read.any();
      assertEquals(EnumSet.of(Color1.B), EnumSet.complementOf((EnumSet) none));
    }
  }

  @ParameterizedTest
  @EnumSource
  void removedConstantThatIsHeldIsAnError(UnknownTypes unknown) {
    Serializer reader = serializer(unknown, Held1.class, Color1.class);
    byte[] bytes = written(EnumSet.allOf(Color0.class));
    assertThrows(SerializationException.class, () -> reader.fromBytes(bytes, Held1.class));
  }

  record Any0(Object any) {}

  @Alias(OLD + "Any0")
  record Any1(Object any) {}

  /// For containers of any kind.
  @ParameterizedTest
  @EnumSource
  void removedConstantIsNamed(Execution execution) {
    EnumSet<Color0> set = EnumSet.allOf(Color0.class);
    EnumMap<Color0, Integer> map = new EnumMap<>(Map.of(Color0.A, 7));
    for (Object old :
        List.of(
            new Held0(set, new EnumMap<>(Color0.class), null),
            new Held0(EnumSet.noneOf(Color0.class), map, null),
            new Any0(set),
            new Any0(map),
            new Any0(new Color0[] {Color0.A}),
            new Any0(List.of(Color0.A)))) {
      byte[] bytes =
          serializer(UnknownTypes.FAIL, Held0.class, Any0.class, Color0.class).toBytes(old);
      Serializer reader = compatible(execution, Held1.class, Any1.class, Color1.class);
      SerializationException e =
          assertThrows(SerializationException.class, () -> reader.fromBytes(bytes, Object.class));
      assertEquals(Kind.SCHEMA_MISMATCH, e.kind(), e.getMessage());
      assertTrue(e.getMessage().contains("Color1 has no constant A"), e.getMessage());
    }
  }

  @ParameterizedTest
  @EnumSource
  void unknownEnumIsReported(UnknownTypes unknown) {
    Serializer reader = serializer(unknown, Held1.class);
    byte[] bytes = written(EnumSet.of(Color0.B));
    SerializationException e =
        assertThrows(SerializationException.class, () -> reader.fromBytes(bytes, Held1.class));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind(), e.getMessage());
  }

  @SuppressWarnings("serial") // never serialized that way
  static final class Fallback extends EnumMap<Color0, String> {
    Fallback() {
      super(Color0.class);
    }

    @Override
    public String get(Object key) {
      return "fallback";
    }
  }

  @Test
  void userDefinedMapIsWrittenByItsEntries() {
    Serializer serializer =
        Serializer.builder().register(Fallback.class).register(Color0.class).build();
    Fallback map = new Fallback();
    map.put(Color0.A, "a");
    Fallback same = serializer.fromBytes(serializer.toBytes(map), Fallback.class);
    assertEquals("{A=a}", same.toString());
  }

  enum Big {
    B0,
    B1,
    B2,
    B3,
    B4,
    B5,
    B6,
    B7,
    B8,
    B9,
    B10,
    B11,
    B12,
    B13,
    B14,
    B15,
    B16,
    B17,
    B18,
    B19,
    B20,
    B21,
    B22,
    B23,
    B24,
    B25,
    B26,
    B27,
    B28,
    B29,
    B30,
    B31,
    B32,
    B33,
    B34,
    B35,
    B36,
    B37,
    B38,
    B39,
    B40,
    B41,
    B42,
    B43,
    B44,
    B45,
    B46,
    B47,
    B48,
    B49,
    B50,
    B51,
    B52,
    B53,
    B54,
    B55,
    B56,
    B57,
    B58,
    B59,
    B60,
    B61,
    B62,
    B63,
    B64,
    B65,
    B66,
    B67,
    B68,
    B69
  }

  record Declared(
      EnumSet<Color0> set,
      Set<Color0> anySet,
      Collection<Color0> collection,
      EnumMap<Color0, String> map,
      Map<Color0, String> anyMap,
      EnumSet<Big> big,
      EnumMap<Big, List<Big>> bigMap,
      Object object,
      EnumMap raw) {}

  private static Declared declared(EnumSet<Color0> set, EnumMap<Color0, String> map) {
    EnumMap<Big, List<Big>> big = new EnumMap<>(Big.class);
    big.put(Big.B69, List.of(Big.B0, Big.B69));
    return new Declared(set, set, set, map, map, EnumSet.allOf(Big.class), big, set, map);
  }

  private static Serializer serializer(Execution execution, boolean references) {
    return Serializer.builder()
        .register(Declared.class, Color0.class, Big.class)
        .execution(execution)
        .references(references)
        .build();
  }

  @ParameterizedTest
  @CsvSource({"COMPILED,true", "COMPILED,false", "INTERPRETED,true", "INTERPRETED,false"})
  void containersKeepTheirKindWithAnyDeclaration(Execution execution, boolean references) {
    Serializer serializer = serializer(execution, references);
    EnumMap<Color0, String> map = new EnumMap<>(Color0.class);
    map.put(Color0.B, null);
    for (Declared value :
        List.of(
            declared(EnumSet.of(Color0.B), map),
            declared(EnumSet.noneOf(Color0.class), new EnumMap<>(Color0.class)),
            declared(EnumSet.allOf(Color0.class), new EnumMap<>(Map.of(Color0.A, "a"))))) {
      Declared same = serializer.fromBytes(serializer.toBytes(value), Declared.class);
      assertEquals(value, same);
      for (Object each : List.of(same.anySet, same.collection, same.object)) {
        EnumSet<Color0> set = assertInstanceOf(EnumSet.class, each);
        set.add(Color0.A);
      }
      for (Object each : List.of(same.map, same.anyMap, same.raw)) {
        EnumMap<Color0, String> copy = assertInstanceOf(EnumMap.class, each);
        copy.put(Color0.A, "of the same enum");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void containerOfAnotherEnumThanDeclaredIsAnError(Execution execution) {
    Serializer serializer = serializer(execution, false);
    EnumSet wrong = EnumSet.of(Big.B1);
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () -> serializer.toBytes(declared(wrong, new EnumMap<>(Color0.class))));
    assertEquals(Kind.TYPE_MISMATCH, e.kind(), e.getMessage());
  }

  record Sets(Set<Color0> set, Object other) {}

  /// A payload has the type number of enum sets with a declared enum, but no enum is declared.
  @ParameterizedTest
  @EnumSource
  void unknownEnumIsRefused(Execution execution) {
    Serializer serializer =
        Serializer.builder().register(Sets.class, Color0.class).execution(execution).build();
    EnumSet<Color0> set = EnumSet.of(Color0.A);
    byte[] bytes = serializer.toBytes(new Sets(null, set));
    int at = 0;
    while (bytes[at] != (byte) 150 || bytes[at + 1] != 0) {
      at++;
    }
    bytes[at] = 30;
    SerializationException e =
        assertThrows(SerializationException.class, () -> serializer.fromBytes(bytes, Sets.class));
    assertEquals(Kind.MALFORMED_INPUT, e.kind(), e.getMessage());
  }

  record Wide0(EnumSet<Color0> set, EnumMap<Color0, Integer> map, Map<Color0, Integer> other) {}

  @Alias(OLD + "Wide0")
  record Wide1(
      Set<Color0> set,
      EnumMap<Color0, Long> map,
      EnumMap<Color0, Integer> other,
      @DefaultValue("") EnumSet<Color0> added) {}

  @Alias(OLD + "Wide0")
  record Names1(Set<String> set, Map<String, Integer> map) {}

  @ParameterizedTest
  @EnumSource
  void declarationsOfContainersMayChange(Execution execution) {
    EnumMap<Color0, Integer> map = new EnumMap<>(Map.of(Color0.B, 7));
    byte[] bytes =
        serializer(UnknownTypes.FAIL, Wide0.class, Color0.class)
            .toBytes(new Wide0(EnumSet.of(Color0.A), map, map));
    EnumSet<Color0> none = EnumSet.noneOf(Color0.class);
    Wide1 wide = compatible(execution, Wide1.class, Color0.class).fromBytes(bytes, Wide1.class);
    assertEquals(
        new Wide1(EnumSet.of(Color0.A), new EnumMap<>(Map.of(Color0.B, 7L)), map, none), wide);
    assertTrue(wide.added().add(Color0.A));
    Names1 names = compatible(execution, Names1.class, Color0.class).fromBytes(bytes, Names1.class);
    assertEquals(new Names1(Set.of("A"), Map.of("B", 7)), names);
  }

  @Alias(OLD + "Wide0")
  record Wild(EnumSet<?> set) {}

  @Alias(OLD + "Wide0")
  record Raw(EnumMap map) {}

  @Alias(OLD + "Wide0")
  record Bound<E extends Enum<E>>(EnumSet<E> set, EnumMap<E, Integer> map) {}

  @ParameterizedTest
  @EnumSource
  void containersOfAnUnknownEnumAreNotCreated(UnknownTypes unknown) {
    byte[] bytes =
        serializer(UnknownTypes.FAIL, Wide0.class, Color0.class)
            .toBytes(new Wide0(EnumSet.noneOf(Color0.class), new EnumMap<>(Color0.class), null));
    for (Class<?> type : List.of(Wild.class, Raw.class, Bound.class)) {
      Serializer reader = serializer(unknown, type);
      Serializer knows = serializer(unknown, type, Color0.class);
      for (int i = 0; i < 80; i++) {
        assertThrows(
            SerializationException.class, () -> reader.fromBytes(bytes, type), type::getName);
        assertNotNull(knows.fromBytes(bytes, type));
      }
    }
  }

  record Many(List<EnumMap<Big, String>> maps, Object any, Collection<Integer> told) {}

  @ParameterizedTest
  @EnumSource
  void memoryOfContainersIsCounted(Execution execution) {
    Serializer unlimited =
        Serializer.builder().register(Many.class, Big.class).execution(execution).build();
    List<EnumMap<Big, String>> maps = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      maps.add(new EnumMap<>(Big.class));
    }
    TreeSet<Integer> told = new TreeSet<>();
    for (int i = 0; i < 5000; i++) {
      told.add(i);
    }
    Serializer limited =
        Serializer.builder()
            .register(Many.class, Big.class)
            .execution(execution)
            .maxAllocation(200_000)
            .build();
    for (Many many :
        List.of(
            new Many(maps, null, List.of()),
            new Many(List.of(), new ArrayList<>(maps), List.of()),
            new Many(List.of(), null, told))) {
      byte[] bytes = unlimited.toBytes(many);
      assertEquals(many, unlimited.fromBytes(bytes, Many.class));
      SerializationException e =
          assertThrows(SerializationException.class, () -> limited.fromBytes(bytes, Many.class));
      assertEquals(Kind.LIMIT_EXCEEDED, e.kind(), e.getMessage());
    }
  }

  private static Serializer compatible(Execution execution, Class<?>... types) {
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .register(types)
        .execution(execution)
        .build();
  }
}
