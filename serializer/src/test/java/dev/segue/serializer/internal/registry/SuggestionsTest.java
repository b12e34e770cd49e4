// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.sources.MadeUpSource;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Follows the suggestions in messages, in a separate package: each call compiles, `build()`
/// accepts it, and one message suffices for a graph.
class SuggestionsTest {

  private static final String LIBRARY =
      """
      package lib;

      import java.io.*;
      import java.util.*;

      public class Lib {
        public static class Open { public int x = 1; }
        private static class Secret { int x = 2; }
        public enum State { NEW { @Override public String toString() { return "n"; } } }
        public static class Root {
          Object open = new Open();
          List<Object> list = new ArrayList<>(List.of(new Secret(), Map.of(1, new Shut())));
          Map<String, Object> map = Collections.unmodifiableMap(new HashMap<>(Map.of("s", State.NEW)));
          Optional<Object> optional = Optional.of(new Object[] {new Deep()});
          Object failure = new RuntimeException(new Failure());
          Root self = null;
        }
        public static class Deep { Object declared = new Deeper(); int[] numbers = {1}; }
        public static class Deeper {}
        public static class Failure extends RuntimeException {}
        public class Inner { int y; }
        public static class HoldsInner { Object open = new Open(); Object inner = new Lib().new Inner(); }
        public static class NoConstructor extends ArrayList<String> { NoConstructor(int a) {} }
        public static class Custom implements Serializable {
          transient int lost = 3;
          Object part = new Part();
          Color color = Color.RED;
          Object constant = Color.GREEN;
          private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(lost);
          }
          private void readObject(ObjectInputStream in) throws Exception {
            in.defaultReadObject();
            lost = in.readInt();
          }
        }

        public static Object make(String what) {
          return switch (what) {
            case "public" -> new Open();
            case "package-private" -> new Shut();
            case "private" -> new Secret();
            case "collection" -> Imm.copyOf(List.of("a", "b"));
            case "map" -> ImmMap.copyOf(Map.of("a", 1));
            case "own form" -> new Hidden();
            case "java serialization" -> new Custom();
            case "array" -> List.of(new Object[] {new Shut[] {new Shut()}}, new Secret[0][0]);
            case "class" -> new ArrayList<>(List.of(Shut.class));
            case "enum" -> State.NEW;
            case "graph" -> new Root();
            case "inner" -> new Lib().new Inner();
            case "holder" -> new HoldsInner();
            case "no constructor" -> new NoConstructor(1);
            default -> throw new IllegalArgumentException(what);
          };
        }
      }

      class Shut { int x = 4; }

      class Part implements Serializable { int x = 5; }

      enum Color {
        RED, GREEN { @Override public String toString() { return "g"; } }
      }

      class Hidden implements Serializable {
        transient int lost = 6;
        private void writeObject(ObjectOutputStream out) throws IOException { out.writeInt(lost); }
        private void readObject(ObjectInputStream in) throws IOException { lost = in.readInt(); }
      }
      """;

  private static final String COLLECTION =
      """
      package lib;

      import java.io.*;
      import java.util.*;

      public abstract class Imm<E> extends AbstractList<E> implements Serializable {
        public static <E> Imm<E> copyOf(Collection<? extends E> elements) {
          return new RegularImm<>(elements.toArray());
        }

        Object writeReplace() { return new Form(toArray()); }
      }

      class RegularImm<E> extends Imm<E> {
        private final transient Object[] elements;
        RegularImm(Object[] elements) { this.elements = elements; }
        @Override public E get(int i) { return (E) elements[i]; }
        @Override public int size() { return elements.length; }
      }

      class Form implements Serializable {
        final Object[] elements;
        Form(Object[] elements) { this.elements = elements; }
        Object readResolve() { return Imm.copyOf(Arrays.asList(elements)); }
      }
      """;

  private static final String MAP =
      """
      package lib;

      import java.io.*;
      import java.util.*;

      public interface ImmMap<K, V> extends Map<K, V> {
        static <K, V> ImmMap<K, V> copyOf(Map<? extends K, ? extends V> map) {
          return new RegularImmMap<>(map);
        }
      }

      class RegularImmMap<K, V> extends AbstractMap<K, V> implements ImmMap<K, V>, Serializable {
        private final transient Map<K, V> map;
        RegularImmMap(Map<? extends K, ? extends V> map) { this.map = new HashMap<>(map); }
        @Override public Set<Map.Entry<K, V>> entrySet() { return map.entrySet(); }
        private void writeObject(ObjectOutputStream out) throws IOException { out.writeObject(map); }
      }
      """;

  private static final Pattern LISTED = Pattern.compile("by its fields: (.*?)(?: \\(|; |$)");

  /// The library, and a program that registers the suggested classes.
  private static MadeUpSource program(List<String> calls) {
    String program =
        """
        package app;

        import dev.segue.serializer.*;
        import java.util.*;
        import lib.*;
        import lib.Lib.*;

        public class Program {
          public static Serializer build() throws Exception {
            return Serializer.builder()%s.build();
          }
        }
        """
            .formatted(String.join("", calls));
    return new MadeUpSource(
        Map.of(
            "lib.Lib", LIBRARY, "lib.Imm", COLLECTION, "lib.ImmMap", MAP, "app.Program", program));
  }

  private static Serializer build(MadeUpSource program) throws ReflectiveOperationException {
    return (Serializer) program.load("app.Program").getMethod("build").invoke(null);
  }

  private static Object make(MadeUpSource program, String what)
      throws ReflectiveOperationException {
    return program.load("lib.Lib").getMethod("make", String.class).invoke(null, what);
  }

  /// The calls of a message.
  private static List<String> calls(String message, MadeUpSource program) {
    List<String> calls = new ArrayList<>();
    String elsewhere = "in another package: ";
    int start = message.indexOf(elsewhere);
    calls.add(call(message, start < 0 ? 0 : start + elsewhere.length()));
    Matcher listed = LISTED.matcher(message);
    if (listed.find()) {
      for (String name : listed.group(1).split(", ", -1)) {
        calls.add(".register(" + reachable(name, program) + ")");
      }
    }
    return calls;
  }

  private static String call(String message, int from) {
    int start = message.indexOf(".register", from);
    assertTrue(start >= 0, message);
    int open = 0;
    for (int i = message.indexOf('(', start); i < message.length(); i++) {
      open += message.charAt(i) == '(' ? 1 : message.charAt(i) == ')' ? -1 : 0;
      boolean isInName = open == 0 && message.charAt(i) != ')';
      if (open == 0 && !isInName && !message.startsWith(".register", i + 1)) {
        return message.substring(start, i + 1);
      }
    }
    throw new AssertionError(message);
  }

  /// Other packages name a non-public class with `Class.forName`, as the message suggests.
  private static String reachable(String name, MadeUpSource program) {
    if (name.startsWith("Class.forName")) {
      return name;
    }
    String simple = name.substring(0, name.indexOf('.')).replace("[]", "");
    try {
      return Modifier.isPublic(program.loadClass("lib." + simple).getModifiers())
          ? name
          : name.contains("[]")
              ? "Class.forName(\"[Llib." + simple + ";\")"
              : "Class.forName(\"lib." + simple + "\")";
    } catch (ClassNotFoundException e) {
      return name; // nested in the class Lib, and public
    }
  }

  private static SerializationException refused(MadeUpSource program, String what)
      throws ReflectiveOperationException {
    Serializer serializer = build(program);
    Object object = make(program, what);
    return assertThrows(SerializationException.class, () -> serializer.toBytes(object));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "public",
        "package-private",
        "private",
        "collection",
        "map",
        "own form",
        "class",
        "array",
        "enum",
        "graph"
      })
  void oneMessageIsEnough(String what) throws Exception {
    MadeUpSource before = program(List.of());
    String message = refused(before, what).getMessage();
    MadeUpSource after = program(calls(message, before));
    Object copy = build(after).copy(make(after, what));
    assertEquals(make(after, what).getClass(), copy.getClass(), message);
  }

  /// Java serialization reports further classes only once it is allowed.
  @Test
  void messagesLeadToAWorkingRegistration() throws Exception {
    String what = "java serialization";
    List<String> calls = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      MadeUpSource before = program(calls);
      calls.addAll(calls(refused(before, what).getMessage(), before));
    }
    MadeUpSource after = program(calls);
    assertEquals(make(after, what).getClass(), build(after).copy(make(after, what)).getClass());
  }

  @ParameterizedTest
  @ValueSource(strings = {"inner", "no constructor"})
  void registrationsThatBuildRejectsAreNotSuggested(String what) throws Exception {
    SerializationException refused = refused(program(List.of()), what);
    assertEquals(Kind.UNSUPPORTED_TYPE, refused.kind());
    assertFalse(refused.getMessage().contains(".register"), refused.getMessage());
  }

  @Test
  void errorListsUnregistrableClasses() throws Exception {
    String message = refused(program(List.of()), "holder").getMessage();
    assertTrue(message.contains("add .register(HoldsInner.class)"), message);
    assertTrue(message.contains("by its fields: Open.class"), message);
    assertTrue(message.contains("lib.Lib$Inner: it is an inner class"), message);
  }
}
