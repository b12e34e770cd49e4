// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.testing.Described;
import dev.segue.serializer.testing.Sample;
import dev.segue.sources.MadeUpSource;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.Vector;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicStampedReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Fields of which only the type arguments have changed, for every JDK type that holds other
/// values: the elements are converted, or an error names the field that cannot hold them.
@SuppressWarnings({"NullAway", "ArrayRecordComponent", "StringSplitter"})
class ChangedElementsTest {

  /// A declared type, with `X` for the type argument that changes, and a value of it, with `x` and
  /// `y` for values of `X`. Fields that are declared as a class hold objects of that class.
  private record Sample(String type, String value) {
    String rawName() {
      int end = type.indexOf('<');
      return end < 0 ? type : type.substring(0, end);
    }
  }

  private static final List<Sample> SAMPLES =
      Stream.of(
              "Iterable<X> = list(x, y)",
              "Collection<X> = list(x, y)",
              "SequencedCollection<X> = list(x, y)",
              "List<X> = list(x, y)",
              "AbstractCollection<X> = list(x, y)",
              "AbstractList<X> = list(x, y)",
              "AbstractSequentialList<X> = new LinkedList<>(list(x, y))",
              "ArrayList<X> = list(x, y)",
              "LinkedList<X> = new LinkedList<>(list(x, y))",
              "Vector<X> = new Vector<>(list(x, y))",
              "Stack<X> = fill(new Stack<>())",
              "java.util.concurrent.CopyOnWriteArrayList<X> = new CopyOnWriteArrayList<>(list(x, y))",
              "Set<X> = new HashSet<>(list(x, y))",
              "SequencedSet<X> = new LinkedHashSet<>(list(x, y))",
              "SortedSet<X> = new TreeSet<>(list(x, y))",
              "NavigableSet<X> = new TreeSet<>(list(x, y))",
              "AbstractSet<X> = new HashSet<>(list(x, y))",
              "HashSet<X> = new HashSet<>(list(x, y))",
              "LinkedHashSet<X> = new LinkedHashSet<>(list(x, y))",
              "TreeSet<X> = new TreeSet<>(list(x, y))",
              "java.util.concurrent.CopyOnWriteArraySet<X> = new CopyOnWriteArraySet<>(list(x, y))",
              "java.util.concurrent.ConcurrentSkipListSet<X>"
                  + " = new ConcurrentSkipListSet<>(list(x, y))",
              "java.util.concurrent.ConcurrentHashMap.KeySetView<X, Boolean>"
                  + " = fill(ConcurrentHashMap.newKeySet())",
              "Queue<X> = new ArrayDeque<>(list(x, y))",
              "Deque<X> = new ArrayDeque<>(list(x, y))",
              "AbstractQueue<X> = new PriorityQueue<>(list(x, y))",
              "ArrayDeque<X> = new ArrayDeque<>(list(x, y))",
              "PriorityQueue<X> = new PriorityQueue<>(list(x, y))",
              "java.util.concurrent.PriorityBlockingQueue<X>"
                  + " = new PriorityBlockingQueue<>(list(x, y))",
              "java.util.concurrent.ConcurrentLinkedQueue<X>"
                  + " = new ConcurrentLinkedQueue<>(list(x, y))",
              "java.util.concurrent.ConcurrentLinkedDeque<X>"
                  + " = new ConcurrentLinkedDeque<>(list(x, y))",
              "java.util.concurrent.LinkedTransferQueue<X>"
                  + " = new LinkedTransferQueue<>(list(x, y))",
              "java.util.concurrent.TransferQueue<X> = new LinkedTransferQueue<>(list(x, y))",
              "java.util.concurrent.BlockingQueue<X> = fill(new LinkedBlockingQueue<>(5))",
              "java.util.concurrent.BlockingDeque<X> = fill(new LinkedBlockingDeque<>(5))",
              "java.util.concurrent.LinkedBlockingQueue<X> = fill(new LinkedBlockingQueue<>(5))",
              "java.util.concurrent.LinkedBlockingDeque<X> = fill(new LinkedBlockingDeque<>(5))",
              "java.util.concurrent.ArrayBlockingQueue<X> = fill(new ArrayBlockingQueue<>(5))",
              "Map<X, X> = new HashMap<>(Map.of(x, y))",
              "AbstractMap<X, X> = new HashMap<>(Map.of(x, y))",
              "HashMap<String, X> = new HashMap<>(Map.of(\"k\", x))",
              "SequencedMap<X, String> = new LinkedHashMap<>(Map.of(x, \"v\"))",
              "LinkedHashMap<X, X> = new LinkedHashMap<>(Map.of(x, y))",
              "SortedMap<X, X> = new TreeMap<>(Map.of(x, y))",
              "NavigableMap<X, X> = new TreeMap<>(Map.of(x, y))",
              "TreeMap<X, X> = new TreeMap<>(Map.of(x, y))",
              "java.util.concurrent.ConcurrentMap<X, X> = new ConcurrentHashMap<>(Map.of(x, y))",
              "java.util.concurrent.ConcurrentHashMap<X, X>"
                  + " = new ConcurrentHashMap<>(Map.of(x, y))",
              "java.util.concurrent.ConcurrentNavigableMap<X, X>"
                  + " = new ConcurrentSkipListMap<>(Map.of(x, y))",
              "java.util.concurrent.ConcurrentSkipListMap<X, X>"
                  + " = new ConcurrentSkipListMap<>(Map.of(x, y))",
              "Hashtable<X, X> = new Hashtable<>(Map.of(x, y))",
              "Dictionary<X, X> = new Hashtable<>(Map.of(x, y))",
              "IdentityHashMap<String, X> = new IdentityHashMap<>(Map.of(\"k\", x))",
              "WeakHashMap<Level, X> = new WeakHashMap<>(Map.of(Level.LOW, x))",
              "EnumMap<Level, X> = new EnumMap<>(Map.of(Level.LOW, x))",
              "Map.Entry<X, X> = Map.entry(x, y)",
              "AbstractMap.SimpleEntry<X, X> = new AbstractMap.SimpleEntry<>(x, y)",
              "AbstractMap.SimpleImmutableEntry<String, X>"
                  + " = new AbstractMap.SimpleImmutableEntry<>(\"k\", y)",
              "Optional<X> = Optional.of(x)",
              "java.util.concurrent.atomic.AtomicReference<X> = new AtomicReference<>(x)",
              "java.util.concurrent.atomic.AtomicReferenceArray<X>"
                  + " = new AtomicReferenceArray<>(new Object[] {x, null}) ",
              "java.util.concurrent.atomic.AtomicStampedReference<X>"
                  + " = new AtomicStampedReference<>(x, 7)",
              "java.util.concurrent.atomic.AtomicMarkableReference<X>"
                  + " = new AtomicMarkableReference<>(x, true)",
              // Nested.
              "List<Vector<X>> = new ArrayList<>(List.of(new Vector<>(list(x, y))))",
              "Vector<List<X>> = new Vector<>(List.of(list(x, y)))",
              "Map<String, java.util.concurrent.atomic.AtomicReference<X>>"
                  + " = new HashMap<>(Map.of(\"k\", new AtomicReference<>(x)))",
              "Optional<Map.Entry<String, X>> = Optional.of(Map.entry(\"k\", x))",
              "PriorityQueue<X>[] = new PriorityQueue[] {new PriorityQueue<>(list(x, y))}",
              "List<? extends Vector<? extends X>>"
                  + " = new ArrayList<>(List.of(new Vector<>(list(x, y))))",
              "Collection<Iterable<X>> = new ArrayList<>(List.of(new ArrayDeque<>(list(x, y))))",
              // With properties of the container.
              "PriorityQueue<X> = fill(new PriorityQueue<>(Comparator.reverseOrder()))",
              "Queue<X> = fill(new PriorityQueue<>(Comparator.reverseOrder()))",
              "TreeSet<X> = fill(new TreeSet<>(Comparator.reverseOrder()))",
              "SortedMap<X, X> = reversed()",
              "Set<X> = Collections.unmodifiableSet(new TreeSet<>(list(x, y)))",
              "List<X> = List.of(x, y)")
          .map(line -> line.split(" = ", 2))
          .map(parts -> new Sample(parts[0], parts[1].strip()))
          .toList();

  private static String source(String type, boolean withMore) {
    StringBuilder text =
        new StringBuilder(
            """
            package made.up;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.atomic.*;
            @SuppressWarnings({"unchecked", "rawtypes"})
            public class Made {
              public enum Level { LOW, HIGH }
              static X x = LITERAL;
              static X y = LITERAL1;
              static ArrayList<X> list(X... all) { return new ArrayList<>(Arrays.asList(all)); }
              static <C extends Collection<X>> C fill(C c) { c.add(x); c.add(y); return c; }
              static TreeMap<X, X> reversed() {
                TreeMap<X, X> map = new TreeMap<>(Comparator.reverseOrder());
                map.put(x, y);
                map.put(y, x);
                return map;
              }
            """);
    for (int i = 0; i < SAMPLES.size(); i++) {
      Sample sample = SAMPLES.get(i);
      text.append(
          """
            public static class Holder%d {
              public %s c;
              %s
              public static Holder%d make() {
                Holder%d made = new Holder%d();
                made.c = (%s) (Object) %s;
                return made;
              }
            }
          """
              .formatted(
                  i,
                  sample.type,
                  withMore ? "public int more;" : "",
                  i,
                  i,
                  i,
                  sample.type,
                  sample.value));
    }
    String literal =
        switch (type) {
          case "Integer" -> "3";
          case "Long" -> "3L";
          default -> "\"3\"";
        };
    return text.append("}")
        .toString()
        .replace("LITERAL1", literal.replace('3', '4'))
        .replace("LITERAL", literal)
        .replaceAll("\\bX\\b", type);
  }

  private static final class Versions {
    static final MadeUpSource INTEGER = new MadeUpSource("made.up.Made", source("Integer", false));
    static final MadeUpSource SAME = new MadeUpSource("made.up.Made", source("Integer", true));
    static final MadeUpSource LONG = new MadeUpSource("made.up.Made", source("Long", false));
    static final MadeUpSource TEXT = new MadeUpSource("made.up.Made", source("String", false));
  }

  private static Class<?> holder(MadeUpSource version, int sample) {
    return version.load("made.up.Made$Holder" + sample);
  }

  private static Serializer serializer(Class<?> type, SchemaMode mode, Execution execution) {
    return Serializer.builder()
        .schemaMode(mode)
        .execution(execution)
        .register(type, level(type))
        .build();
  }

  private static Class<?> level(Class<?> holder) {
    return ((MadeUpSource) holder.getClassLoader()).load("made.up.Made$Level");
  }

  private static byte[] written(int sample, SchemaMode mode) throws ReflectiveOperationException {
    Class<?> type = holder(Versions.INTEGER, sample);
    Object value = type.getMethod("make").invoke(null);
    return serializer(type, mode, Execution.INTERPRETED).toBytes(value);
  }

  private static IntStream samples() {
    return IntStream.range(0, SAMPLES.size());
  }

  private static String held(Object holder) throws ReflectiveOperationException {
    return Described.of(holder.getClass().getField("c").get(holder));
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void elementsAreWidened(Execution execution) throws ReflectiveOperationException {
    List<String> wrong = new ArrayList<>();
    for (int i : samples().toArray()) {
      byte[] payload = written(i, SchemaMode.COMPATIBLE);
      Class<?> now = holder(Versions.LONG, i);
      Serializer reader = serializer(now, SchemaMode.COMPATIBLE, execution);
      String expected = held(now.getMethod("make").invoke(null));
      for (int read = 0; read < (execution == Execution.COMPILED ? 70 : 1); read++) {
        String found;
        try {
          found = held(reader.fromBytes(payload, now));
        } catch (RuntimeException e) {
          found = e.toString();
        }
        if (!isAs(expected, found)) {
          wrong.add(SAMPLES.get(i) + ": " + found);
          break;
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  /// Immutable containers become other immutable containers.
  private static boolean isAs(String expected, String found) {
    if (expected.startsWith("List")) {
      return found.equals("ArrayList[Long 3, Long 4]");
    }
    return expected.startsWith("UnmodifiableSet")
        ? found.equals("LinkedHashSet[Long 3, Long 4]")
        : found.equals(expected);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void unchangedElementsStayTheSame(Execution execution) throws ReflectiveOperationException {
    List<String> wrong = new ArrayList<>();
    for (int i : samples().toArray()) {
      byte[] payload = written(i, SchemaMode.COMPATIBLE);
      Class<?> now = holder(Versions.SAME, i);
      Serializer reader = serializer(now, SchemaMode.COMPATIBLE, execution);
      String expected = held(now.getMethod("make").invoke(null));
      String found = held(reader.fromBytes(payload, now));
      if (!found.equals(expected)) {
        wrong.add(SAMPLES.get(i) + ": " + found);
      }
    }
    assertEquals(List.of(), wrong);
  }

  @ParameterizedTest
  @EnumSource(names = {"COMPILED", "INTERPRETED"})
  void fieldRefusesElementsThatDoNotFit(Execution execution) throws ReflectiveOperationException {
    List<String> wrong = new ArrayList<>();
    for (int i : samples().toArray()) {
      byte[] payload = written(i, SchemaMode.COMPATIBLE);
      Class<?> now = holder(Versions.TEXT, i);
      Serializer reader = serializer(now, SchemaMode.COMPATIBLE, execution);
      for (int read = 0; read < (execution == Execution.COMPILED ? 70 : 1); read++) {
        String found = refusal(reader, payload, now);
        if (!found.equals("SCHEMA_MISMATCH of Holder" + i + ".c")) {
          wrong.add(SAMPLES.get(i) + ": " + found);
          break;
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  private static String refusal(Serializer reader, byte[] payload, Class<?> type)
      throws ReflectiveOperationException {
    try {
      return held(reader.fromBytes(payload, type));
    } catch (SerializationException e) {
      String name = e.path().isEmpty() ? e.getMessage() : e.path();
      int field = name.indexOf("Holder");
      return field < 0
          ? e.toString()
          : e.kind() + " of " + name.substring(field).split("[ \\[]")[0];
    }
  }

  @Test
  void consistentModeRefusesOtherVersions() throws ReflectiveOperationException {
    List<String> wrong = new ArrayList<>();
    for (int i : samples().toArray()) {
      byte[] payload = written(i, SchemaMode.CONSISTENT);
      for (MadeUpSource version : List.of(Versions.LONG, Versions.TEXT)) {
        Class<?> now = holder(version, i);
        Serializer reader = serializer(now, SchemaMode.CONSISTENT, Execution.INTERPRETED);
        try {
          reader.fromBytes(payload, now);
          wrong.add(SAMPLES.get(i).toString());
        } catch (SerializationException e) {
          assertEquals(Kind.SCHEMA_MISMATCH, e.kind(), e::getMessage);
        }
      }
      Class<?> same = holder(Versions.INTEGER, i);
      Object read =
          serializer(same, SchemaMode.CONSISTENT, Execution.COMPILED).fromBytes(payload, same);
      assertEquals(held(same.getMethod("make").invoke(null)), held(read));
    }
    assertEquals(List.of(), wrong);
  }

  /// Types that hold no values, or cannot be written.
  private static final Set<Class<?>> OTHERS = Set.of(DelayQueue.class, SynchronousQueue.class);

  /// Checks that new containers are tested here.
  @Test
  void allContainersAreTested() throws IOException, ClassNotFoundException {
    Set<String> tested = new TreeSet<>();
    SAMPLES.forEach(sample -> tested.add(sample.rawName().replaceAll("^(?=[A-Z])", "java.util.")));
    tested.add("java.lang.Iterable");
    Set<String> missing = new TreeSet<>();
    Serializer serializer = Serializer.builder().build();
    for (String folder :
        List.of("java/util", "java/util/concurrent", "java/util/concurrent/atomic")) {
      try (Stream<Path> files = Files.list(Path.of(URI.create("jrt:/java.base/" + folder)))) {
        for (Path file : files.toList()) {
          Class<?> type = holderOfTheJdk(folder, file.getFileName().toString());
          if (type != null
              && isKnown(serializer, type)
              && !tested.contains(type.getCanonicalName())) {
            missing.add(type.getCanonicalName());
          }
        }
      }
    }
    assertEquals(Set.of("java.util.EnumSet"), missing, "of which the elements are in the schema");
    assertTrue(tested.size() > 50);
  }

  private static @Nullable Class<?> holderOfTheJdk(String folder, String file)
      throws ClassNotFoundException {
    if (!file.endsWith(".class") || file.equals("package-info.class")) {
      return null;
    }
    String name = folder.replace('/', '.') + "." + file.substring(0, file.length() - 6);
    Class<?> type = Class.forName(name, false, null);
    boolean holds =
        Stream.of(
                Iterable.class,
                Map.class,
                Dictionary.class,
                Map.Entry.class,
                Optional.class,
                AtomicReference.class,
                AtomicReferenceArray.class,
                AtomicStampedReference.class,
                AtomicMarkableReference.class)
            .anyMatch(holder -> holder.isAssignableFrom(type));
    return holds
            && Modifier.isPublic(type.getModifiers())
            && type.getTypeParameters().length > 0
            && !OTHERS.contains(type)
        ? type
        : null;
  }

  /// Interfaces and abstract classes can be declared types of any values.
  private static boolean isKnown(Serializer serializer, Class<?> type) {
    if (type.isInterface() || Modifier.isAbstract(type.getModifiers())) {
      return true;
    }
    try {
      return !serializer.explain(type).isEmpty();
    } catch (SerializationException e) {
      return false;
    }
  }

  record Written(java.util.IdentityHashMap<Object, String> map) {}

  @Alias("dev.segue.serializer.internal.evolution.ChangedElementsTest$Written")
  record Read(java.util.IdentityHashMap<Long, String> map) {}

  /// Keys that are equal as numbers, but are different keys, are not lost.
  @Test
  @SuppressWarnings({"removal", "UnnecessaryBoxedVariable", "BoxedPrimitiveConstructor"})
  void keysThatWouldBeMergedAreRefused() {
    java.util.IdentityHashMap<Object, String> map = new java.util.IdentityHashMap<>();
    map.put(5L, "a");
    map.put(5, "b");
    byte[] payload =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .register(Written.class)
            .build()
            .toBytes(new Written(map));
    Serializer reader =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(Read.class).build();
    SerializationException e =
        assertThrows(SerializationException.class, () -> reader.fromBytes(payload, Read.class));
    assertEquals(Kind.SCHEMA_MISMATCH, e.kind());
  }

  record Kinds0(Integer[] array, int[] numbers, Optional<Integer> optional, Vector<Integer> list) {}

  @Alias("dev.segue.serializer.internal.evolution.ChangedElementsTest$Kinds0")
  record Kinds1(
      Iterable<Long> array, Iterable<Long> numbers, Iterable<Long> optional, Long[] list) {}

  @ParameterizedTest
  @EnumSource
  void elementsOfAnotherKindOfContainerAreWidened(Execution execution) {
    Serializer writer =
        Serializer.builder().schemaMode(SchemaMode.COMPATIBLE).register(Kinds0.class).build();
    Serializer reader =
        Serializer.builder()
            .schemaMode(SchemaMode.COMPATIBLE)
            .execution(execution)
            .register(Kinds1.class)
            .build();
    byte[] payload =
        writer.toBytes(
            new Kinds0(
                new Integer[] {1, null}, new int[] {2}, Optional.of(3), new Vector<>(List.of(4))));
    Kinds1 read = reader.fromBytes(payload, Kinds1.class);
    assertEquals("ArrayList[Long 1, null]", Described.of(read.array));
    assertEquals("ArrayList[Long 2]", Described.of(read.numbers));
    assertEquals("ArrayList[Long 3]", Described.of(read.optional));
    assertEquals("Long[][Long 4]", Described.of(read.list));
  }
}
