// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.testing.Refused;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Roots that are requested with type arguments.
@SuppressWarnings({"NullAway", "unchecked", "serial"}) // nulls, and wrong elements
class TypeRefTest {

  record Item(String article, int quantity) {}

  record Order(long id, List<Item> items) {}

  record Page<T>(int number, List<T> items, @Nullable T first) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Array<T>(T[] elements) {}

  static final class Node<T> {
    @Nullable T value;
    @Nullable Node<T> next;
  }

  /// A class whose type argument grows with each step.
  static final class Growing<T> {
    @Nullable T value;
    @Nullable Growing<List<T>> next;
  }

  @SuppressWarnings("serial") // never serialized that way
  static final class Orders extends ArrayList<Order> {}

  @SuppressWarnings("serial") // never serialized that way
  static final class Failing extends ArrayList<Object> {
    transient boolean fails = true;

    @Override
    public Iterator<Object> iterator() {
      if (fails) {
        throw new IllegalStateException("no iterator");
      }
      return super.iterator();
    }
  }

  private static final Class<?>[] TYPES = {
    Order.class,
    Item.class,
    Page.class,
    Array.class,
    Node.class,
    Growing.class,
    Orders.class,
    Failing.class
  };

  private static final Order ORDER = new Order(7, List.of(new Item("tea", 2)));

  /// A root, the requested type, and the path to the error; null if there is none.
  private record Case(Object root, TypeRef<?> type, @Nullable String path) {
    static Case right(Object root, TypeRef<?> type) {
      return new Case(root, type, null);
    }
  }

  private static List<Case> cases() {
    return Stream.of(containers(), holders(), arrays(), classes()).flatMap(List::stream).toList();
  }

  private static List<Case> containers() {
    List<Object> withNull = Arrays.asList(null, ORDER, 5);
    return List.of(
        Case.right(List.of(ORDER), new TypeRef<List<Order>>() {}),
        Case.right(List.of(), new TypeRef<List<Order>>() {}),
        Case.right(List.of("a", 1), new TypeRef<List<?>>() {}),
        Case.right(List.of("a", 1), new TypeRef<List<Object>>() {}),
        new Case(List.of(ORDER, new Item("a", 1)), new TypeRef<List<Order>>() {}, "[1]"),
        new Case(withNull, new TypeRef<List<Order>>() {}, "[2]"),
        new Case(Set.of("a"), new TypeRef<List<String>>() {}, ""),
        Case.right(List.of(1, 2L), new TypeRef<List<? extends Number>>() {}),
        new Case(List.of(1, "a"), new TypeRef<List<? extends Number>>() {}, "[1]"),
        Case.right(List.of(1, "a"), new TypeRef<List<? super Integer>>() {}),
        new Case(List.of(1, "a"), new TypeRef<Iterable<Integer>>() {}, "[1]"),
        new Case(new ArrayList<>(List.of(1)), new TypeRef<Deque<Integer>>() {}, ""),
        Case.right(Map.of("a", List.of(ORDER)), new TypeRef<Map<String, List<Order>>>() {}),
        new Case(
            new TreeMap<>(Map.of("a", List.of(ORDER), "b", List.of(ORDER, ORDER, "x"))),
            new TypeRef<Map<String, List<Order>>>() {},
            "[1][2]"),
        new Case(Map.of(1, List.of()), new TypeRef<Map<String, List<Order>>>() {}, "[0]"),
        new Case(Map.of("a", Set.of()), new TypeRef<Map<String, List<Order>>>() {}, "[0]"),
        new Case(Collections.nCopies(1_000_000_000, "a"), new TypeRef<List<Integer>>() {}, "[0]"),
        Case.right(Collections.nCopies(1_000_000_000, "a"), new TypeRef<List<String>>() {}),
        new Case(
            List.of(List.of(List.of("a"))), new TypeRef<List<List<List<Long>>>>() {}, "[0][0][0]"));
  }

  private static List<Case> holders() {
    return List.of(
        Case.right(Optional.of(ORDER), new TypeRef<Optional<Order>>() {}),
        Case.right(Optional.empty(), new TypeRef<Optional<Order>>() {}),
        new Case(Optional.of("a"), new TypeRef<Optional<Order>>() {}, "[0]"),
        new Case(new AtomicReference<>("a"), new TypeRef<AtomicReference<Order>>() {}, "[0]"),
        new Case(
            new AtomicReferenceArray<>(new Object[] {1, "a"}),
            new TypeRef<AtomicReferenceArray<Integer>>() {},
            "[1]"),
        new Case(
            Map.entry(1, List.of(1)), new TypeRef<Map.Entry<Integer, List<Long>>>() {}, "[1][0]"));
  }

  private static List<Case> arrays() {
    return List.of(
        Case.right(new String[] {"a"}, new TypeRef<String[]>() {}),
        Case.right(new int[] {1}, new TypeRef<int[]>() {}),
        new Case(new Object[] {"a"}, new TypeRef<String[]>() {}, ""),
        Case.right(new List<?>[] {List.of("a")}, new TypeRef<List<String>[]>() {}),
        new Case(new List<?>[] {null, List.of(1)}, new TypeRef<List<String>[]>() {}, "[1][0]"),
        Case.right(List.of(new int[] {1}), new TypeRef<List<int[]>>() {}),
        new Case(List.of(new long[] {1}), new TypeRef<List<int[]>>() {}, "[0]"),
        new Case(List.of(new Object[] {"a"}, 1), new TypeRef<List<String[]>>() {}, "[0]"),
        Case.right(new Array<>(new Object[] {"a"}), new TypeRef<Array<String>>() {}),
        new Case(
            new Array<>(new Object[] {"a", 1}),
            new TypeRef<Array<String>>() {},
            "Array.elements[1]"));
  }

  private static List<Case> classes() {
    Orders orders = new Orders();
    orders.add(ORDER);
    Node<Object> node = new Node<>();
    node.next = new Node<>();
    node.next.value = "a";
    return List.of(
        Case.right(ORDER, new TypeRef<Order>() {}),
        new Case(ORDER, new TypeRef<Item>() {}, ""),
        Case.right(5, new TypeRef<Integer>() {}),
        Case.right(new Page<>(1, List.of(ORDER), ORDER), new TypeRef<Page<Order>>() {}),
        new Case(
            new Page<Object>(1, List.of(ORDER, 1), null),
            new TypeRef<Page<Order>>() {},
            "Page.items[1]"),
        new Case(
            List.of(new Page<Object>(1, List.of(), "a")),
            new TypeRef<List<Page<Order>>>() {},
            "[0].first"),
        Case.right(node, new TypeRef<Node<String>>() {}),
        new Case(node, new TypeRef<Node<Long>>() {}, "Node.next.value"),
        Case.right(orders, new TypeRef<List<Order>>() {}),
        new Case(orders, new TypeRef<List<Item>>() {}, "[0]"));
  }

  static Stream<Arguments> ways() {
    return Stream.of(Execution.values())
        .flatMap(execution ->
            Stream.of(SchemaMode.values())
                .flatMap(mode ->
                    Stream.of(true, false).map(refs -> Arguments.of(execution, mode, refs))));
  }

  private static Serializer serializer(Execution execution, SchemaMode mode, boolean references) {
    return Serializer.builder()
        .register(TYPES)
        .execution(execution)
        .schemaMode(mode)
        .references(references)
        .build();
  }

  private static final Serializer PLAIN =
      Serializer.builder().register(TYPES).execution(Execution.INTERPRETED).build();

  @ParameterizedTest
  @MethodSource("ways")
  void elementsAreCheckedAgainstTheTypeArguments(
      Execution execution, SchemaMode mode, boolean references) {
    Serializer serializer = serializer(execution, mode, references);
    for (Case one : cases()) {
      byte[] bytes = serializer.toBytes(one.root);
      if (one.path == null) {
        Object back = serializer.fromBytes(bytes, one.type);
        if (!(one.root instanceof Array || one.root instanceof Node || one.root instanceof List)) {
          assertEquals(described(one.root), described(back));
        }
        continue;
      }
      SerializationException e =
          assertThrows(
              SerializationException.class,
              () -> serializer.fromBytes(bytes, one.type),
              () -> one.type + " of " + one.path);
      assertEquals(Kind.TYPE_MISMATCH, e.kind(), e::getMessage);
      assertEquals(one.path, e.path(), e::getMessage);
      assertTrue(e.getMessage().startsWith("the payload holds a "), e::getMessage);
    }
  }

  private static Object described(Object value) {
    return switch (value) {
      case int[] ints -> Arrays.toString(ints);
      case Object[] array -> Arrays.deepToString(array);
      default -> value;
    };
  }

  @Test
  void messageNamesBothTypesAndThePath() {
    byte[] bytes = PLAIN.toBytes(List.of(ORDER, new Item("a", 1)));
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () -> PLAIN.fromBytes(bytes, new TypeRef<List<Order>>() {}));
    assertEquals(
        "the payload holds a "
            + Item.class.getName()
            + ", not a "
            + Order.class.getName()
            + " (at [1])",
        e.getMessage());
  }

  @Test
  void everyReadMethodAcceptsATypeRef() throws IOException {
    TypeRef<List<Order>> orders = new TypeRef<>() {};
    List<Order> list = List.of(ORDER);
    byte[] bytes = PLAIN.toBytes(list);
    byte[] wrong = PLAIN.toBytes(List.of(1));
    byte[] none = PLAIN.toBytes(null);
    try (Arena arena = Arena.ofConfined()) {
      for (MemorySegment memory :
          List.of(
              arena.allocate(200),
              MemorySegment.ofArray(new byte[200]),
              MemorySegment.ofArray(new long[25]))) {
        PLAIN.write(list, memory, 3);
        assertEquals(list, PLAIN.read(memory, 3, orders));
        assertEquals(list, PLAIN.readOrNull(memory, 3, orders));
        PLAIN.write(null, memory, 3);
        assertNull(PLAIN.readOrNull(memory, 3, orders));
        isRefused(Kind.NULL_VALUE, () -> PLAIN.read(memory, 3, orders));
        PLAIN.write(List.of(1), memory, 3);
        isRefused(Kind.TYPE_MISMATCH, () -> PLAIN.read(memory, 3, orders));
        isRefused(Kind.TYPE_MISMATCH, () -> PLAIN.readOrNull(memory, 3, orders));
      }
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    assertEquals(list, PLAIN.read(buffer, orders));
    assertEquals(bytes.length, buffer.position());
    assertEquals(list, PLAIN.readOrNull(buffer.position(0), orders));
    ByteBuffer wrongBuffer = ByteBuffer.wrap(wrong);
    isRefused(Kind.TYPE_MISMATCH, () -> PLAIN.read(wrongBuffer, orders));
    assertEquals(0, wrongBuffer.position());
    assertEquals(list, PLAIN.fromBytesOrNull(bytes, orders));
    assertNull(PLAIN.fromBytesOrNull(none, orders));
    isRefused(Kind.NULL_VALUE, () -> PLAIN.fromBytes(none, orders));
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    for (byte[] payload : List.of(bytes, wrong, none, none, bytes)) {
      stream.write(payload);
    }
    try (PayloadReader reader = PLAIN.reader(new ByteArrayInputStream(stream.toByteArray()))) {
      assertEquals(list, reader.read(orders));
      isRefused(Kind.TYPE_MISMATCH, () -> reader.read(orders));
      isRefused(Kind.NULL_VALUE, () -> reader.read(orders));
      assertNull(reader.readOrNull(orders));
      assertEquals(list, reader.readOrNull(orders));
    }
  }

  private static void isRefused(Kind kind, org.junit.jupiter.api.function.Executable call) {
    assertEquals(kind, assertThrows(SerializationException.class, call).kind());
  }

  @Test
  void objectIsCheckedAgainstEachOfItsDeclaredTypes() {
    Serializer serializer = Serializer.builder().register(TYPES).references(true).build();
    List<String> texts = new ArrayList<>(List.of("a"));
    byte[] bytes = serializer.toBytes(Map.entry(texts, texts));
    Map.Entry<List<String>, List<String>> same =
        serializer.fromBytes(bytes, new TypeRef<Map.Entry<List<String>, List<String>>>() {});
    assertSame(same.getKey(), same.getValue());
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () ->
                serializer.fromBytes(
                    bytes, new TypeRef<Map.Entry<List<String>, List<Integer>>>() {}));
    assertEquals("[1][0]", e.path());
  }

  @Test
  void checksOfCyclesAndLongChainsTerminate() {
    Serializer serializer = Serializer.builder().register(TYPES).references(true).build();
    Growing<Object> growing = new Growing<>();
    growing.next = (Growing<List<Object>>) (Growing<?>) growing;
    byte[] ring = serializer.toBytes(growing);
    List<Node<String>> nodes = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      Node<String> node = new Node<>();
      node.next = nodes.isEmpty() ? null : nodes.getLast();
      nodes.add(node);
    }
    Node<Object> first = (Node<Object>) (Node<?>) nodes.getFirst();
    first.value = "last of the chain";
    // In reverse order, so that only the check follows the chain.
    byte[] chain = serializer.toBytes(nodes);
    byte[] reversed = serializer.toBytes(List.of(new ArrayList<>(nodes), nodes.getLast()));
    assertTimeoutPreemptively(
        Refused.SOON,
        () -> {
          serializer.fromBytes(ring, new TypeRef<Growing<String>>() {});
          serializer.fromBytes(chain, new TypeRef<List<Node<String>>>() {});
          serializer.fromBytes(reversed, new TypeRef<List<?>>() {});
          isRefused(
              Kind.TYPE_MISMATCH,
              () -> serializer.fromBytes(chain, new TypeRef<List<Node<Integer>>>() {}));
        });
  }

  @Test
  void failingIteratorIsAnError() {
    Failing failing = new Failing();
    failing.fails = false;
    byte[] bytes = PLAIN.toBytes(List.of(failing));
    SerializationException e =
        assertThrows(
            SerializationException.class,
            () -> PLAIN.fromBytes(bytes, new TypeRef<List<List<String>>>() {}));
    assertEquals(Kind.HOOK_FAILED, e.kind());
    assertEquals("[0]", e.path());
    assertTrue(e.getCause() instanceof IllegalStateException);
  }

  @Test
  void typesAreCapturedAndCompared() {
    TypeRef<Map<String, List<Order>>> type = new TypeRef<>() {};
    assertEquals(
        "java.util.Map<java.lang.String, java.util.List<" + Order.class.getName() + ">>",
        type.toString());
    assertEquals(type, new TypeRef<Map<String, List<Order>>>() {});
    assertEquals(type.hashCode(), new TypeRef<Map<String, List<Order>>>() {}.hashCode());
    assertNotEquals(type, new TypeRef<Map<String, List<Item>>>() {});
    assertNotEquals(type, "");
    assertEquals(String.class, new TypeRef<String>() {}.type());
    assertEquals(Map.class, type.raw());
  }

  abstract static class ListRef<E> extends TypeRef<List<E>> {}

  private static <E> TypeRef<List<E>> listOf() {
    return new TypeRef<>() {};
  }

  private static <E> TypeRef<Map<String, ? super E[]>> nested() {
    return new TypeRef<>() {};
  }

  @Test
  void subclassMaySupplyTheArgument() {
    assertEquals("java.util.List<java.lang.String>", new ListRef<String>() {}.toString());
    isRefused(
        Kind.TYPE_MISMATCH,
        () -> PLAIN.fromBytes(PLAIN.toBytes(List.of(1)), new ListRef<String>() {}));
  }

  @Test
  @SuppressWarnings("rawtypes")
  void unknownTypeVariableIsRefused() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, TypeRefTest::<String>listOf);
    assertEquals(
        "TypeRef<java.util.List<E>> has the type variable E, whose type is not known at run time;"
            + " name the type, or pass a TypeRef in from where it is known",
        e.getMessage());
    assertThrows(IllegalArgumentException.class, TypeRefTest::<String>nested);
    e = assertThrows(IllegalArgumentException.class, () -> new TypeRef() {});
    assertTrue(e.getMessage().contains("without a type argument"), e.getMessage());
    e = assertThrows(IllegalArgumentException.class, () -> new ListRef() {});
    assertTrue(e.getMessage().contains("type variable E"), e.getMessage());
  }

  @Test
  void arraysRoundTrip() {
    assertArrayEquals(
        new String[] {"a"},
        PLAIN.fromBytes(PLAIN.toBytes(new String[] {"a"}), new TypeRef<String[]>() {}));
    Map<String, Integer> map = new LinkedHashMap<>(new HashMap<>(Map.of("a", 1)));
    Map<String, Integer> back =
        PLAIN.fromBytes(PLAIN.toBytes(map), new TypeRef<Map<String, Integer>>() {});
    assertEquals(1, back.get("a"));
  }

  @Test
  void typesFromReflection() {
    TypeRef<List<String>> captured = new TypeRef<>() {};
    assertEquals(captured, TypeRef.of(captured.type()));
    assertEquals(String.class, TypeRef.of(String.class).type());
    assertThrows(
        IllegalArgumentException.class, () -> TypeRef.of(List.class.getTypeParameters()[0]));
  }
}
