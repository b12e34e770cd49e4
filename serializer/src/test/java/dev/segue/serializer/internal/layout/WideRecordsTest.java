// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.Described;
import dev.segue.sources.MadeUpSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Records whose constructors have the maximum number of parameters: 254 slots in addition to the
/// object, of which `long` and `double` take two. `javac` refuses more.
class WideRecordsTest {

  private static String components(int count, String type) {
    return IntStream.range(0, count)
        .mapToObj(i -> type + " a" + i)
        .collect(Collectors.joining(", "));
  }

  /// @param number the component type of most components in the second version
  private static String source(String number) {
    return """
    package made.up;
    import java.util.*;
    public class Wide {
      public record Longs253(%s, int last) {}
      public record Longs254(%s) {}
      public record Strings254(%s) {}
      public record Varargs254(%s, int... last) {}
      public record Maps254(%s) {}
      public record Numbers127(%s) {}
    }
    """
        .formatted(
            components(126, "long"),
            components(127, "long"),
            components(254, "String"),
            components(253, "int"),
            components(254, "Map<String, List<Integer>>"),
            components(127, number));
  }

  private static final class Versions {
    static final MadeUpSource BEFORE = new MadeUpSource("made.up.Wide", source("int"));
    static final MadeUpSource NOW = new MadeUpSource("made.up.Wide", source("long"));
    static final MadeUpSource BOXED = new MadeUpSource("made.up.Wide", source("Integer"));
  }

  static Stream<Arguments> ways() {
    return Stream.of("Longs253", "Longs254", "Strings254", "Varargs254", "Maps254", "Numbers127")
        .flatMap(name ->
            Arrays.stream(Execution.values())
                .flatMap(execution ->
                    Arrays.stream(SchemaMode.values())
                        .map(mode -> Arguments.of(name, execution, mode))));
  }

  @ParameterizedTest
  @MethodSource("ways")
  void roundTripWithEveryOption(String name, Execution execution, SchemaMode mode) {
    Class<?> type = Versions.BEFORE.load("made.up.Wide$" + name);
    Serializer serializer =
        Serializer.builder().register(type).execution(execution).schemaMode(mode).build();
    Object record = make(type);
    byte[] payload = serializer.toBytes(record);
    String expected = parts(record);
    int reads = execution == Execution.AUTO ? 80 : 2;
    for (int i = 1; i <= reads; i++) {
      Object read = Objects.requireNonNull(serializer.fromBytes(payload, type));
      if (i % 10 == 0 || i < 3) {
        assertEquals(expected, parts(read));
      }
    }
  }

  static Stream<Arguments> versions() {
    return Arrays.stream(Execution.values())
        .flatMap(execution ->
            Stream.of(
                Arguments.of(Versions.NOW, "Long", execution),
                Arguments.of(Versions.BOXED, "Integer", execution)));
  }

  @ParameterizedTest
  @MethodSource("versions")
  void areReadFromAnotherVersion(MadeUpSource version, String box, Execution execution) {
    Class<?> before = Versions.BEFORE.load("made.up.Wide$Numbers127");
    Class<?> now = version.load("made.up.Wide$Numbers127");
    byte[] payload = compatible(before, execution).toBytes(make(before));
    Serializer reader = compatible(now, execution);
    String expected = parts(make(before)).replace("Integer", box);
    for (int i = 0; i <= 200; i++) {
      Object read = Objects.requireNonNull(reader.fromBytes(payload, now));
      if (i % 10 == 0) {
        assertEquals(expected, parts(read));
      }
    }
  }

  private static Serializer compatible(Class<?> type, Execution execution) {
    return Serializer.builder()
        .register(type)
        .execution(execution)
        .schemaMode(SchemaMode.COMPATIBLE)
        .build();
  }

  private static Object make(Class<?> type) {
    var constructor = type.getDeclaredConstructors()[0];
    Class<?>[] types = constructor.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] = value(types[i], i);
    }
    try {
      return constructor.newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type.getName(), e);
    }
  }

  private static Object value(Class<?> type, int i) {
    if (type == Map.class) {
      return new HashMap<>(Map.of("k", List.of(i)));
    }
    if (type == long.class) {
      return i * 3L;
    }
    return type == int.class ? (Object) i : type == int[].class ? new int[] {i} : "" + i;
  }

  private static String parts(Object record) {
    return Arrays.stream(record.getClass().getRecordComponents())
        .map(component -> {
          try {
            Object part = component.getAccessor().invoke(record);
            return part instanceof int[] array ? Arrays.toString(array) : Described.of(part);
          } catch (ReflectiveOperationException e) {
            throw new LinkageError(component.getName(), e);
          }
        })
        .collect(Collectors.joining(","));
  }
}
