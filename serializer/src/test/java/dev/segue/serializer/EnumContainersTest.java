// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.segue.serializer.SerializationException.Kind;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Sets and maps of the constants of an enum that has changed since they were written.
@SuppressWarnings({"NullAway", "unchecked", "rawtypes"})
class EnumContainersTest {

  private static final String OLD = "dev.segue.serializer.EnumContainersTest$";

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
  void theFirstConstantMayBeGone(UnknownTypes unknown) {
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
  void aConstantThatIsHeldMayNot(UnknownTypes unknown) {
    Serializer reader = serializer(unknown, Held1.class, Color1.class);
    byte[] bytes = written(EnumSet.allOf(Color0.class));
    assertThrows(SerializationException.class, () -> reader.fromBytes(bytes, Held1.class));
  }

  @ParameterizedTest
  @EnumSource
  void anEnumThatIsNotKnownIsTold(UnknownTypes unknown) {
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
  void aMapOfTheUsersIsWrittenAsWhatItHolds() {
    Serializer serializer =
        Serializer.builder().register(Fallback.class).register(Color0.class).build();
    Fallback map = new Fallback();
    map.put(Color0.A, "a");
    Fallback same = serializer.fromBytes(serializer.toBytes(map), Fallback.class);
    assertEquals("{A=a}", same.toString());
  }
}
