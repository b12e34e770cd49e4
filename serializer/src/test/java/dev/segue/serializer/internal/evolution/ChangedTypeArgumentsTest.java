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
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.testing.Described;
import dev.segue.sources.MadeUpSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Classes whose type argument for a superclass has changed, or that declare fields of a generic
/// class: values are converted to the declared types, or refused.
@SuppressWarnings("NullAway")
class ChangedTypeArgumentsTest {

  /// Source code, with `X` for the type argument that changes, `x` for a value of it, and `MORE`
  /// where a version can have another field. Each class with a method `make` is a root.
  private static final String SOURCE =
      """
      package made.up;
      import java.io.*;
      import java.util.*;
      import java.util.concurrent.atomic.*;
      @SuppressWarnings({"unchecked", "rawtypes", "serial"})
      public class Made {
        static X x = LITERAL;

        // Superclasses with type arguments.
        public static class Base<T> {
          public T value;
          public List<T> list;
          public T[] array;
          public Map<T, T[]> map;
          public Optional<T> optional;
          public AtomicReference<T> reference;
          public Vector<? extends T> vector;
          public TreeMap<String, List<T>> tree;
          void fill(T x) {
            value = x;
            list = new ArrayList<>(List.of(x));
            array = (T[]) new Object[] {x, null};
            map = new HashMap<>();
            map.put(x, array.clone());
            optional = Optional.of(x);
            reference = new AtomicReference<>(x);
            vector = new Vector<>(List.of(x));
            tree = new TreeMap<>(Map.of("k", list));
          }
        }
        public static class User extends Base<X> {
          public int id = 7;
          MORE
          public static User make() { User made = new User(); made.fill(x); return made; }
        }
        public static class Middle<A, B> extends Base<B> { public A first; }
        public static class Deep extends Middle<String, X> {
          MORE
          public static Deep make() { Deep made = new Deep(); made.fill(x); return made; }
        }
        public static class Listed extends Middle<X, List<X>> {
          MORE
          public static Listed make() {
            Listed made = new Listed();
            made.first = x;
            made.value = new ArrayList<>(List.of(x));
            return made;
          }
        }
        public static class Bounded<N extends Comparable<N>> { public N value; public N[] array; }
        public static class Compared extends Bounded<X> {
          MORE
          public static Compared make() {
            Compared made = new Compared();
            made.value = x;
            made.array = (X[]) new X[] {x};
            return made;
          }
        }
        public static class HookedUser extends Base<X> implements Serializable {
          MORE
          public static HookedUser make() {
            HookedUser made = new HookedUser();
            made.fill(x);
            return made;
          }
          private Object readResolve() { return this; }
        }

        // Subclasses of JDK collections and maps.
        public static class Ids extends ArrayList<X> {
          public int id = 7;
          MORE
          public static Ids make() { Ids made = new Ids(); made.add(x); made.add(null); return made; }
        }
        public static class Index extends TreeMap<X, X> {
          MORE
          public static Index make() { Index made = new Index(); made.put(x, x); return made; }
        }
        public static class Lists<E> extends ArrayList<List<E>> {}
        public static class ListsOfX extends Lists<X> {
          MORE
          public static ListsOfX make() {
            ListsOfX made = new ListsOfX();
            made.add(new ArrayList<>(List.of(x)));
            return made;
          }
        }
        public static class HookedIds extends HashSet<X> {
          MORE
          public static HookedIds make() { HookedIds made = new HookedIds(); made.add(x); return made; }
          private Object readResolve() { return this; }
        }
        public record IdsField(Ids ids, List<Ids> list MORE_PART) {
          public static IdsField make() {
            return new IdsField(Ids.make(), new ArrayList<>(List.of(Ids.make())) MORE_ARGUMENT);
          }
        }
        public static class Problem extends Exception {
          public X code;
          public List<X> codes;
          MORE
          public static Problem make() {
            Problem made = new Problem();
            made.setStackTrace(new StackTraceElement[0]);
            made.code = x;
            made.codes = new ArrayList<>(List.of(x));
            return made;
          }
        }

        // Classes with type parameters as the types of fields.
        public record Page<T>(T content, List<T> items, T[] array) {}
        static Page<X> page() { return new Page<>(x, new ArrayList<>(List.of(x)), (X[]) new X[] {x}); }
        public static class Cell<T> { public T content; public Cell<T> next; }
        static Cell<X> cell() {
          Cell<X> first = new Cell<>();
          first.next = new Cell<>();
          first.next.content = x;
          return first;
        }
        public record OfPage(Page<X> field MORE_PART) {
          public static OfPage make() { return new OfPage(page() MORE_ARGUMENT); }
        }
        public static class OfPageInBean {
          public Page<X> field;
          MORE
          public static OfPageInBean make() {
            OfPageInBean made = new OfPageInBean();
            made.field = page();
            return made;
          }
        }
        public record OfCell(Cell<X> field MORE_PART) {
          public static OfCell make() { return new OfCell(cell() MORE_ARGUMENT); }
        }
        public record OfPages(List<Page<X>> field MORE_PART) {
          public static OfPages make() { return new OfPages(new ArrayList<>(List.of(page())) MORE_ARGUMENT); }
        }
        public record OfPageMap(Map<String, Page<X>> field MORE_PART) {
          public static OfPageMap make() { return new OfPageMap(new HashMap<>(Map.of("k", page())) MORE_ARGUMENT); }
        }
        public record OfPageArray(Page<X>[] field MORE_PART) {
          public static OfPageArray make() { return new OfPageArray(new Page[] {page()} MORE_ARGUMENT); }
        }
        public record OfOptionalPage(Optional<Page<X>> field MORE_PART) {
          public static OfOptionalPage make() { return new OfOptionalPage(Optional.of(page()) MORE_ARGUMENT); }
        }
        public record OfPageOfPage(Page<Page<X>> field MORE_PART) {
          public static OfPageOfPage make() {
            return new OfPageOfPage(new Page<>(page(), null, null) MORE_ARGUMENT);
          }
        }
        public record OfPageOfList(Page<List<X>> field MORE_PART) {
          public static OfPageOfList make() {
            return new OfPageOfList(new Page<>(new ArrayList<>(List.of(x)), null, null) MORE_ARGUMENT);
          }
        }
        public record OfWildcard(Page<? extends X> field MORE_PART) {
          public static OfWildcard make() { return new OfWildcard(page() MORE_ARGUMENT); }
        }
        public interface Figure<T> {}
        public record Circle<R, T>(T radius, R other) implements Figure<T> {}
        public record OfInterface(Figure<X> field MORE_PART) {
          public static OfInterface make() { return new OfInterface(new Circle<>(x, 1.5) MORE_ARGUMENT); }
        }
        public static class Growing<T> extends Cell<T> { public String more = "m"; }
        public record OfSubclass(Cell<X> field MORE_PART) {
          public static OfSubclass make() {
            Growing<X> made = new Growing<>();
            made.content = x;
            return new OfSubclass(made MORE_ARGUMENT);
          }
        }
        public static class Node<T extends Comparable<T>> {
          public T value;
          public Node<T> next;
          public Set<Node<T>> all;
        }
        public record OfNode(Node<X> field MORE_PART) {
          public static OfNode make() {
            Node<X> made = new Node<>();
            made.next = new Node<>();
            made.next.value = x;
            return new OfNode(made MORE_ARGUMENT);
          }
        }
        public static class MyList<E> extends ArrayList<E> {}
        public record OfMyList(MyList<X> field MORE_PART) {
          public static OfMyList make() {
            MyList<X> made = new MyList<>();
            made.add(x);
            return new OfMyList(made MORE_ARGUMENT);
          }
        }
        public static class Titled<E> extends ArrayList<String> { public E title; }
        public record OfTitled(Titled<X> field MORE_PART) {
          public static OfTitled make() {
            Titled<X> made = new Titled<>();
            made.title = x;
            return new OfTitled(made MORE_ARGUMENT);
          }
        }
        public record OfListThatIsMine(List<X> field MORE_PART) {
          public static OfListThatIsMine make() {
            MyList<X> made = new MyList<>();
            made.add(x);
            return new OfListThatIsMine(made MORE_ARGUMENT);
          }
        }
        public static class OfPageOfUsers extends Base<Page<X>> {
          MORE
          public static OfPageOfUsers make() {
            OfPageOfUsers made = new OfPageOfUsers();
            made.value = page();
            return made;
          }
        }

        // No type arguments to check against.
        public record Free(Page raw, Page<?> any, Page<Object> object, Class<X> type, Comparator<X> order MORE_PART) {
          public static Free make() { return new Free(page(), page(), new Page<>("o", null, null), X.class, null MORE_ARGUMENT); }
        }
        public static class OpenBase<T> extends Base<T> {
          MORE
          public static OpenBase make() { OpenBase made = new OpenBase(); made.fill(x); return made; }
        }
      }
      """;

  private static String source(String type, boolean withMore) {
    String literal =
        switch (type) {
          case "Integer" -> "3";
          case "Long" -> "3L";
          default -> "\"3\"";
        };
    return SOURCE
        .replace("MORE_PART", withMore ? ", int more" : "")
        .replace("MORE_ARGUMENT", withMore ? ", 0" : "")
        .replace("MORE", withMore ? "public int more;" : "")
        .replace("LITERAL", literal)
        .replaceAll("\\bX\\b", type);
  }

  private static final class Versions {
    static final MadeUpSource INTEGER = new MadeUpSource("made.up.Made", source("Integer", false));
    static final MadeUpSource SAME = new MadeUpSource("made.up.Made", source("Integer", true));
    static final MadeUpSource LONG = new MadeUpSource("made.up.Made", source("Long", false));
    static final MadeUpSource TEXT = new MadeUpSource("made.up.Made", source("String", false));
  }

  /// Changes for which each value can be converted.
  private static final List<String> WIDENED =
      List.of(
          "User",
          "Deep",
          "Listed",
          "Compared",
          "HookedUser",
          "Ids",
          "Index",
          "ListsOfX",
          "HookedIds",
          "IdsField",
          "Problem");

  /// Changes without conversion, since objects that can be shared would have to change.
  private static final List<String> REFUSED =
      List.of(
          "OfPage",
          "OfPageInBean",
          "OfCell",
          "OfPages",
          "OfPageMap",
          "OfPageArray",
          "OfOptionalPage",
          "OfPageOfPage",
          "OfPageOfList",
          "OfWildcard",
          "OfInterface",
          "OfSubclass",
          "OfNode",
          "OfMyList",
          "OfTitled",
          "OfListThatIsMine",
          "OfPageOfUsers");

  private static final List<String> FREE = List.of("Free", "OpenBase");

  private static final List<String> HELD =
      List.of(
          "Base", "Middle", "Bounded", "Lists", "Page", "Cell", "Circle", "Growing", "Node",
          "MyList", "Titled");

  private static List<String> roots() {
    return Stream.of(WIDENED, REFUSED, FREE).flatMap(List::stream).toList();
  }

  private static Class<?> load(MadeUpSource version, String name) {
    return version.load("made.up.Made$" + name);
  }

  private static Serializer serializer(
      MadeUpSource version, SchemaMode mode, Execution execution, boolean references) {
    SerializerBuilder builder =
        Serializer.builder().schemaMode(mode).execution(execution).references(references);
    Stream.concat(HELD.stream(), roots().stream())
        .forEach(name -> builder.register(load(version, name)));
    return builder.build();
  }

  private static Object make(MadeUpSource version, String name) {
    try {
      return load(version, name).getMethod("make").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(name, e);
    }
  }

  private static int reads(Execution execution) {
    return execution == Execution.INTERPRETED ? 1 : 70;
  }

  @ParameterizedTest
  @EnumSource
  void equalVersionsRoundTrip(Execution execution) {
    for (SchemaMode mode : SchemaMode.values()) {
      Serializer serializer = serializer(Versions.INTEGER, mode, execution, false);
      for (String name : roots()) {
        Object value = make(Versions.INTEGER, name);
        byte[] payload = serializer.toBytes(value);
        for (int i = 0; i < reads(execution); i++) {
          Object read = serializer.fromBytes(payload, Object.class);
          assertEquals(Described.of(value), Described.of(read));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void equalTypeArgumentsAreReadFromAnotherVersion(Execution execution) {
    for (boolean references : new boolean[] {false, true}) {
      Serializer writer =
          serializer(Versions.INTEGER, SchemaMode.COMPATIBLE, execution, references);
      Serializer reader = serializer(Versions.SAME, SchemaMode.COMPATIBLE, execution, references);
      for (String name : roots()) {
        byte[] payload = writer.toBytes(make(Versions.INTEGER, name));
        for (int i = 0; i < reads(execution); i++) {
          Object read = reader.fromBytes(payload, Object.class);
          assertEquals(Described.of(make(Versions.SAME, name)), Described.of(read));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void fieldOfASuperclassIsWidened(Execution execution) {
    Serializer writer = serializer(Versions.INTEGER, SchemaMode.COMPATIBLE, execution, false);
    Serializer reader = serializer(Versions.LONG, SchemaMode.COMPATIBLE, execution, false);
    for (String name : WIDENED) {
      byte[] payload = writer.toBytes(make(Versions.INTEGER, name));
      for (int i = 0; i < reads(execution); i++) {
        Object read = reader.fromBytes(payload, Object.class);
        assertEquals(Described.of(make(Versions.LONG, name)), Described.of(read));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void fieldRefusesAValueOutOfRange(Execution execution) {
    List<String> wrong = new ArrayList<>();
    Serializer writer = serializer(Versions.INTEGER, SchemaMode.COMPATIBLE, execution, false);
    for (MadeUpSource version : List.of(Versions.LONG, Versions.TEXT)) {
      Serializer reader = serializer(version, SchemaMode.COMPATIBLE, execution, false);
      for (String name : roots()) {
        boolean isWidened = WIDENED.contains(name) && version == Versions.LONG;
        byte[] payload = writer.toBytes(make(Versions.INTEGER, name));
        for (int i = 0; !isWidened && !FREE.contains(name) && i < reads(execution); i++) {
          String found = refusal(reader, payload);
          if (!found.equals("SCHEMA_MISMATCH")) {
            wrong.add(name + ": " + found);
            break;
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
  }

  private static String refusal(Serializer reader, byte[] payload) {
    try {
      return Described.of(reader.fromBytes(payload, Object.class));
    } catch (SerializationException e) {
      return e.path().isEmpty() && !e.getMessage().matches("\\w+\\.\\w+ of .*")
          ? "no path: " + e
          : e.kind() == Kind.SCHEMA_MISMATCH ? e.kind().name() : e.toString();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void unchangedPartsCanBeRead(boolean isText) {
    Serializer writer =
        serializer(Versions.INTEGER, SchemaMode.COMPATIBLE, Execution.INTERPRETED, false);
    Serializer reader =
        serializer(
            isText ? Versions.TEXT : Versions.LONG,
            SchemaMode.COMPATIBLE,
            Execution.INTERPRETED,
            false);
    for (String name : FREE) {
      Object value = make(Versions.INTEGER, name);
      Object read = reader.fromBytes(writer.toBytes(value), Object.class);
      assertEquals(Described.of(value), Described.of(read));
    }
  }

  @ParameterizedTest
  @EnumSource
  void consistentModeRefusesEachChange(Execution execution) {
    List<String> passed = new ArrayList<>();
    Serializer writer = serializer(Versions.INTEGER, SchemaMode.CONSISTENT, execution, false);
    for (MadeUpSource version : List.of(Versions.LONG, Versions.TEXT)) {
      Serializer reader = serializer(version, SchemaMode.CONSISTENT, execution, false);
      for (String name : roots()) {
        byte[] payload = writer.toBytes(make(Versions.INTEGER, name));
        if (FREE.contains(name)) {
          reader.fromBytes(payload, Object.class);
          continue;
        }
        try {
          reader.fromBytes(payload, Object.class);
          passed.add(name);
        } catch (SerializationException e) {
          assertEquals(Kind.SCHEMA_MISMATCH, e.kind(), e::getMessage);
        }
      }
    }
    assertEquals(List.of(), passed);
  }

  record Cyclic0(Ring<Integer> ring) {}

  @Alias("dev.segue.serializer.internal.evolution.ChangedTypeArgumentsTest$Cyclic0")
  record Cyclic1(Ring<Integer> ring, int more) {}

  @Alias("dev.segue.serializer.internal.evolution.ChangedTypeArgumentsTest$Cyclic0")
  record Cyclic2(Ring<Long> ring) {}

  static final class Ring<T> {
    T value;
    Ring<T> next;
  }

  @ParameterizedTest
  @EnumSource
  void cyclesAreVisitedOnce(Execution execution) {
    Ring<Integer> ring = new Ring<>();
    ring.next = new Ring<>();
    ring.next.next = ring;
    byte[] fine = written(ring);
    ring.next.value = 4;
    byte[] wrong = written(ring);
    Cyclic1 read = reader(Cyclic1.class, execution).fromBytes(fine, Cyclic1.class);
    assertTrue(read.ring.next.next == read.ring);
    Cyclic2 empty = reader(Cyclic2.class, execution).fromBytes(fine, Cyclic2.class);
    assertTrue(empty.ring.next.next == empty.ring);
    Serializer reader = reader(Cyclic2.class, execution);
    for (int i = 0; i < 70; i++) {
      SerializationException e =
          assertThrows(SerializationException.class, () -> reader.fromBytes(wrong, Cyclic2.class));
      assertEquals("Cyclic2.ring.next.value", e.path());
      assertTrue(e.getMessage().contains("Ring.value"), e.getMessage());
    }
  }

  private static byte[] written(Ring<Integer> ring) {
    return reader(Cyclic0.class, Execution.INTERPRETED).toBytes(new Cyclic0(ring));
  }

  private static Serializer reader(Class<?> type, Execution execution) {
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .references(true)
        .execution(execution)
        .register(type, Ring.class)
        .build();
  }
}
