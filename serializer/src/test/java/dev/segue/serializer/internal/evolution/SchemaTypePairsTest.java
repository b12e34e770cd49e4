// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaChange;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaText;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.testing.Full;
import dev.segue.sources.MadeUpSource;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A field of each type is read as a field of each other type: the list of changes says
/// `INCOMPATIBLE` if and only if reading fails for a sample.
class SchemaTypePairsTest {

  /// Declared types, and the values that fields of that type have.
  private static final Map<String, String> TYPES = new LinkedHashMap<>();

  static {
    TYPES.put("int", "1");
    TYPES.put("long", "1L");
    TYPES.put("char", "'c'");
    TYPES.put("double", "1.5");
    TYPES.put("Integer", "1, null");
    TYPES.put("Number", "1, new java.math.BigDecimal(1)");
    TYPES.put("Object", "1, \"a\", new Leaf(), List.of(), E.A");
    TYPES.put("String", "\"a\", null");
    TYPES.put("CharSequence", "\"a\", new StringBuilder()");
    TYPES.put("Comparable<Integer>", "1, new Own()");
    TYPES.put("java.math.BigInteger", "java.math.BigInteger.TEN");
    TYPES.put("java.time.Instant", "java.time.Instant.EPOCH");
    TYPES.put("E", "E.A");
    TYPES.put("UE", "UE.A");
    TYPES.put("Base", "new Base(), new Leaf()");
    TYPES.put("Leaf", "new Leaf()");
    TYPES.put("UShape", "new Leaf()");
    TYPES.put("UBox<Integer>", "new Own()");
    TYPES.put("Box<Integer>", "new Box<>(1)");
    TYPES.put("Box<Number>", "new Box<>(1.5)");
    TYPES.put("int[]", "new int[] {1, 1}");
    TYPES.put("Integer[]", "new Integer[] {1, 1, null}");
    TYPES.put("String[]", "new String[] {null, \"a\"}");
    TYPES.put("E[]", "new E[] {E.A, null}");
    TYPES.put("Object[]", "new Object[] {1}, new Object[] {\"a\"}");
    TYPES.put("List<Integer>", "Arrays.asList(1, 1, null)");
    TYPES.put("List<?>", "List.of(1), List.of(\"a\"), List.of(new Leaf())");
    TYPES.put("List<Leaf>", "List.of(new Leaf())");
    TYPES.put("List<UShape>", "List.of(new Leaf())");
    TYPES.put("ArrayList<Integer>", "new ArrayList<>(Arrays.asList(1, null))");
    TYPES.put("Collection<Integer>", "Arrays.asList(1, 1, null)");
    TYPES.put("Iterable<Integer>", "Arrays.asList(1, 1, null)");
    TYPES.put("Set<Integer>", "new HashSet<>(Arrays.asList(1, null))");
    TYPES.put("TreeSet<Long>", "new TreeSet<>(Set.of(1L))");
    TYPES.put("EnumSet<E>", "EnumSet.of(E.A)");
    TYPES.put("Deque<Long>", "new LinkedList<>(Arrays.asList(1L, null))");
    TYPES.put("PriorityQueue<Integer>", "new PriorityQueue<>(List.of(1))");
    TYPES.put("Vector<Integer>", "new Vector<>(Arrays.asList(1, null))");
    TYPES.put("Optional<Integer>", "Optional.of(1), Optional.empty()");
    TYPES.put(
        "Map<Integer, String>",
        "new HashMap<>(Collections.singletonMap(null, \"a\"))," + " Map.of(1, \"a\")");
    TYPES.put("TreeMap<Integer, String>", "new TreeMap<>(Map.of(1, \"a\"))");
    TYPES.put("EnumMap<E, Long>", "new EnumMap<>(Map.of(E.A, 1L))");
    TYPES.put(
        "java.util.concurrent.ConcurrentMap<Long, CharSequence>",
        "new java.util.concurrent.ConcurrentHashMap<>(Map.of(1L, \"a\"))");
    TYPES.put("Map.Entry<Integer, String>", "Map.entry(1, \"a\")");
    TYPES.put(
        "java.util.concurrent.atomic.AtomicReference<Integer>",
        "new java.util.concurrent.atomic.AtomicReference<>(1)");
    TYPES.put("MyList", "new MyList(1), new MyList(null)");
  }

  private static final String COMMON =
      """
      enum E {A} enum UE {A} interface UShape {} interface UBox<T> {}
      static class Base { int a = 1; }
      static class Leaf extends Base implements UShape {}
      static class Own implements Comparable<Integer>, UBox<Integer> {
        public int compareTo(Integer other) { return 0; }
      }
      static class Box<T> { T t; Box(T t) { this.t = t; } Box() {} }
      static class MyList extends ArrayList<Integer> { MyList(Integer i) { add(i); } MyList() {} }
      """;

  /// The types that are compared with a type: a third of them by default, which differs from one
  /// type to the next, and all in the profile `full`.
  private static IntStream others(int type) {
    return IntStream.range(0, TYPES.size())
        .filter(other -> Full.IS_ON || other == type || (other + type) % 3 == 0);
  }

  private static String source() {
    StringBuilder text = new StringBuilder("package made.up; import java.util.*;\n");
    text.append("import dev.segue.serializer.*; public class Pairs {").append(COMMON);
    List<String> types = List.copyOf(TYPES.keySet());
    for (int i = 0; i < types.size(); i++) {
      text.append("static class T%d { %s x; }%n".formatted(i, types.get(i)));
      text.append("public static Object[] samples%d() { return new Object[] {".formatted(i));
      text.append(TYPES.get(types.get(i))).append("}; }\n");
      for (int j : others(i).toArray()) {
        text.append(
            "@Alias(\"made.up.Pairs$T%d\") static class N%d_%d { %s x; }%n"
                .formatted(i, i, j, types.get(j)));
      }
    }
    return text.append('}').toString();
  }

  private final MadeUpSource source = new MadeUpSource("made.up.Pairs", source());

  private Serializer serializer(String name) {
    SerializerBuilder builder =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .execution(Execution.INTERPRETED)
            .register(source.load("made.up.Pairs$" + name));
    for (String other : List.of("E", "Base", "Leaf", "Box", "Own", "MyList")) {
      builder.register(source.load("made.up.Pairs$" + other));
    }
    return builder.build();
  }

  private List<byte[]> payloads(int index) throws ReflectiveOperationException {
    Class<?> type = source.load("made.up.Pairs$T" + index);
    Serializer writer = serializer("T" + index);
    List<byte[]> payloads = new ArrayList<>();
    Object[] samples =
        (Object[]) source.load("made.up.Pairs").getMethod("samples" + index).invoke(null);
    for (Object sample : samples) {
      var constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      Object bean = constructor.newInstance();
      Field field = type.getDeclaredField("x");
      field.setAccessible(true);
      field.set(bean, sample);
      payloads.add(writer.toBytes(bean));
    }
    return payloads;
  }

  @Test
  void listAgreesWithReading() throws ReflectiveOperationException {
    List<String> types = List.copyOf(TYPES.keySet());
    List<String> disagreements = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      SchemaText old = SchemaText.of(serializer("T" + i));
      List<byte[]> payloads = payloads(i);
      for (int j : others(i).toArray()) {
        Serializer reader = serializer("N" + i + "_" + j);
        List<SchemaChange> changes =
            SchemaText.of(reader).changesSince(old).stream()
                .filter(change -> change.member().equals("x"))
                .toList();
        boolean isRefused =
            changes.stream().anyMatch(c -> c.kind() == SchemaChange.Kind.INCOMPATIBLE);
        String error = payloads.stream().map(p -> error(p, reader)).reduce("", String::concat);
        if (isRefused == error.isEmpty()) {
          disagreements.add(
              "%s -> %s: %s / %s".formatted(types.get(i), types.get(j), changes, error));
        }
      }
    }
    assertEquals("", String.join("\n", disagreements));
  }

  private static String error(byte[] payload, Serializer reader) {
    try {
      Object _ = reader.fromBytes(payload, Object.class);
      return "";
    } catch (SerializationException e) {
      return e.getMessage() + "; ";
    }
  }
}
