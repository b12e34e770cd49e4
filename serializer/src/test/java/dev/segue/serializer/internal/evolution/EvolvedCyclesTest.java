// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.serializer.Alias;
import dev.segue.serializer.Execution;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Cycles through containers that are of another kind in the reader.
@SuppressWarnings({"NullAway", "ReferenceEquality"})
class EvolvedCyclesTest {

  private static final String HERE = "dev.segue.serializer.internal.evolution.EvolvedCyclesTest$";

  static final class Node {
    String name;
    Object back;

    Node() {}

    Node(String name, Object back) {
      this.name = name;
      this.back = back;
    }
  }

  static final class Holder0 {
    List<Node> nodes = new ArrayList<>();
    List<List<Node>> nested = new ArrayList<>();
    Object[] array = {};
    Map<String, List<Node>> map = new HashMap<>();
  }

  @Alias(HERE + "Holder0")
  static final class Holder1 {
    Set<Node> nodes;
    List<Set<Node>> nested;
    List<Object> array;
    Map<String, Node[]> map;
  }

  static final class Line0 {
    String a = "a";
    Order0 order;
    String z;
  }

  static final class Order0 {
    List<Line0> lines = new ArrayList<>();
    Set<Line0> set = new HashSet<>();
    Map<String, List<Line0>> map = new HashMap<>();
  }

  @Alias(HERE + "Line0")
  static final class Line1 implements Comparable<Line1> {
    String a;
    Order1 order;
    String z;

    @Override
    public boolean equals(Object other) {
      return other instanceof Line1 line && Objects.equals(z, line.z);
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(z);
    }

    @Override
    public int compareTo(Line1 other) {
      return z == null || other.z == null ? 0 : z.compareTo(other.z);
    }
  }

  @Alias(HERE + "Order0")
  static final class Order1 {
    Set<Line1> lines;
    TreeSet<Line1> set;
    Map<String, Set<Line1>> map;
  }

  private static SerializerBuilder builder(Execution execution) {
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .references(true)
        .execution(execution);
  }

  private static Holder1 read(Holder0 holder, Execution execution) {
    byte[] payload = builder(execution).register(Holder0.class, Node.class).build().toBytes(holder);
    Serializer reader = builder(execution).register(Holder1.class, Node.class).build();
    for (int i = 0; i < 100; i++) { // it is compiled in the meantime
      try {
        Object _ = reader.fromBytes(payload, Holder1.class);
      } catch (SerializationException e) {
        // the last attempt counts
      }
    }
    return reader.fromBytes(payload, Holder1.class);
  }

  private static void assertRefused(String path, Holder0 holder, Execution execution) {
    SerializationException e =
        assertThrows(SerializationException.class, () -> read(holder, execution));
    assertEquals(Kind.SCHEMA_MISMATCH, e.kind(), e::getMessage);
    assertEquals(path, e.path());
  }

  @ParameterizedTest
  @EnumSource
  void referenceBackToAConvertedContainerIsAnError(Execution execution) {
    Holder0 holder = new Holder0();
    holder.nodes.add(new Node("first", null));
    holder.nodes.add(new Node("second", holder.nodes));
    assertRefused("Holder0.nodes".replace("0", "1"), holder, execution);

    Holder0 nested = new Holder0();
    nested.nested.add(new ArrayList<>());
    nested.nested.getFirst().add(new Node("inner", nested.nested.getFirst()));
    assertRefused("Holder1.nested", nested, execution);

    Holder0 array = new Holder0();
    array.array = new Object[1];
    array.array[0] = new Node("element", array.array);
    assertRefused("Holder1.array", array, execution);

    Holder0 map = new Holder0();
    map.map.put("x", new ArrayList<>());
    map.map.get("x").add(new Node("value", map.map));
    assertRefused("Holder1.map", map, execution);
  }

  @ParameterizedTest
  @EnumSource
  void referencesToObjectsInAContainerAreRead(Execution execution) {
    Holder0 holder = new Holder0();
    Node node = new Node("self", null);
    node.back = node;
    holder.nodes.add(node);
    holder.nodes.add(new Node("owner", holder));
    holder.nested.add(holder.nodes);
    Holder1 read = read(holder, execution);
    List<Node> nodes = List.copyOf(read.nodes);
    assertSame(nodes.get(0), nodes.get(0).back);
    assertSame(read, nodes.get(1).back);
    assertEquals(nodes, List.copyOf(read.nested.getFirst()));
  }

  @ParameterizedTest
  @EnumSource
  void setsThatWereListsHoldTheirElements(Execution execution) {
    Order0 order = new Order0();
    for (String name : List.of("q", "c", "x")) {
      Line0 line = new Line0();
      line.order = order;
      line.z = name;
      order.lines.add(line);
    }
    order.set.addAll(order.lines);
    order.map.put("all", new ArrayList<>(order.lines));
    Serializer writer = builder(execution).register(Order0.class, Line0.class).build();
    Serializer reader = builder(execution).register(Order1.class, Line1.class).build();
    byte[] payload = writer.toBytes(order.lines.getFirst());
    for (int i = 0; i < 100; i++) {
      Line1 read = reader.fromBytes(payload, Line1.class);
      Order1 copy = read.order;
      assertEquals(List.of("q", "c", "x"), copy.lines.stream().map(line -> line.z).toList());
      assertEquals(List.of("c", "q", "x"), copy.set.stream().map(line -> line.z).toList());
      for (Set<Line1> set : List.of(copy.lines, copy.set, copy.map.get("all"))) {
        assertEquals(3, set.size());
        assertTrue(set.contains(read));
        assertTrue(set.stream().anyMatch(line -> line == read));
        assertEquals(new LinkedHashSet<>(set), set);
      }
    }
  }
}
