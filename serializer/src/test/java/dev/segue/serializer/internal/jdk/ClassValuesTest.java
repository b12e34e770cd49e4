// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.CollectionSamples;
import dev.segue.serializer.testing.SimpleSamples;
import dev.segue.serializer.testing.StateSamples;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A `Class` value is read as the same class, or refused when written.
class ClassValuesTest {

  static final class Fields {
    Class<?> declared = Object.class;
    Object any = Object.class;
    List<Class<?>> list = new ArrayList<>();
  }

  enum Bodies {
    PLAIN,
    WITH_BODY {}
  }

  static class Unregistered {}

  private static Serializer serializer(Execution execution) {
    return Serializer.builder().register(Fields.class, Bodies.class).execution(execution).build();
  }

  /// The classes of all JDK values in the other tests, and their superclasses.
  private static Set<Class<?>> classes() throws Exception {
    Set<Class<?>> classes = new LinkedHashSet<>();
    Stream.of(SimpleSamples.all(), CollectionSamples.all(), StateSamples.all())
        .flatMap(samples -> samples)
        .forEach(sample -> addAll(sample.value().getClass(), classes));
    for (Object value :
        List.of(
            List.of(),
            List.of(1, 2, 3),
            Set.of(),
            Set.of(1, 2, 3),
            Map.of(),
            Map.of(1, 2),
            EnumSet.noneOf(TimeUnit.class),
            new ArrayList<>().subList(0, 0),
            Bodies.WITH_BODY)) {
      addAll(value.getClass(), classes);
    }
    classes.addAll(
        List.of(
            int.class,
            boolean.class,
            double.class,
            void.class,
            Void.class,
            Path.class,
            ZoneId.class,
            TimeUnit.class,
            Runnable.class,
            Fields.class,
            Bodies.class));
    return classes;
  }

  private static void addAll(Class<?> type, Set<Class<?>> classes) {
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      classes.add(c);
      classes.addAll(List.of(c.getInterfaces()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void areExactOrRefusedByName(Execution execution) throws Exception {
    Serializer serializer = serializer(execution);
    int exact = 0;
    for (Class<?> type : classes()) {
      List<Class<?>> values =
          type == void.class
              ? List.of(type)
              : List.of(type, type.arrayType(), type.arrayType().arrayType());
      for (Class<?> value : values) {
        exact += isExact(serializer, value) ? 1 : 0;
      }
    }
    assertTrue(exact > 300, exact + " of them");
  }

  private static boolean isExact(Serializer serializer, Class<?> value) {
    Fields fields = new Fields();
    fields.declared = value;
    fields.any = value;
    fields.list.add(value);
    Class<?>[] array = {value};
    try {
      assertSame(value, serializer.copy((Object) value));
      Fields back = serializer.copy(fields);
      assertSame(value, back.declared);
      assertSame(value, back.any);
      assertSame(value, back.list.getFirst());
      assertArrayEquals(array, serializer.copy(array));
      return true;
    } catch (SerializationException e) {
      Class<?> innermost = value;
      while (innermost.isArray()) {
        innermost = innermost.componentType();
      }
      assertTrue(
          e.kind() == Kind.UNREGISTERED_CLASS || e.kind() == Kind.UNSUPPORTED_TYPE, e::getMessage);
      assertTrue(e.getMessage().contains(innermost.getName()), e::getMessage);
      SerializationException within =
          assertThrows(SerializationException.class, () -> serializer.toBytes(fields));
      assertEquals("Fields.any", within.path());
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource
  void userClassesNeedRegistration(Execution execution) {
    SerializationException e =
        assertThrows(
            SerializationException.class, () -> serializer(execution).toBytes(Unregistered.class));
    assertEquals(Kind.UNREGISTERED_CLASS, e.kind());
    assertTrue(e.getMessage().contains(".register(Unregistered.class)"), e::getMessage);
  }
}
