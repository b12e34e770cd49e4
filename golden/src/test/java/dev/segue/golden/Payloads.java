// SPDX-License-Identifier: Apache-2.0
package dev.segue.golden;

import dev.segue.golden.Shop.Attachment;
import dev.segue.golden.Shop.Item;
import dev.segue.golden.Shop.Legacy;
import dev.segue.golden.Shop.Money;
import dev.segue.golden.Shop.Node;
import dev.segue.golden.Shop.Numbers;
import dev.segue.golden.Shop.Order;
import dev.segue.golden.Shop.Refusal;
import dev.segue.golden.Shop.Stamp;
import dev.segue.golden.Shop.StampText;
import dev.segue.golden.Shop.Status;
import dev.segue.golden.Shop.Tags;
import dev.segue.golden.Shop.Ticket;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import dev.segue.serializer.StringEncoding;
import dev.segue.serializer.TypeSurrogate;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The values of the golden payloads, and the serializers for them.
final class Payloads {

  private Payloads() {}

  static SerializerBuilder builder() {
    return Serializer.builder()
        .register(Item.class, Order.class, Numbers.class, Node.class, Tags.class, Refusal.class)
        .register(TypeSurrogate.of(Money.class, BigDecimal.class, Money::amount, Money::new))
        .register(Ticket.class, Stamp.class, StampText.class, Attachment.class, Item[].class)
        .register(Status.class)
        .registerJavaSerialized(Legacy.class);
  }

  /// Returns a serializer for each way to write a payload.
  static Map<String, Serializer> serializers() {
    Map<String, UnaryOperator<SerializerBuilder>> options = new LinkedHashMap<>();
    options.put("consistent", builder -> builder);
    options.put("consistent, references", builder -> builder.references(true));
    options.put("consistent, compact numbers", builder -> builder.compactNumbers(true));
    options.put("consistent, UTF-8", builder -> builder.stringEncoding(StringEncoding.UTF_8));
    options.put("compatible", builder -> builder.schemaMode(SchemaMode.COMPATIBLE));
    options.put(
        "compatible, references, compact numbers",
        builder -> builder.schemaMode(SchemaMode.COMPATIBLE).references(true).compactNumbers(true));
    Map<String, Serializer> serializers = new LinkedHashMap<>();
    options.forEach((name, option) -> serializers.put(name, option.apply(builder()).build()));
    return serializers;
  }

  static Order order() {
    List<Item> items = new ArrayList<>(List.of(new Item("tea", 2), new Item("caf\u00e9", -1)));
    return new Order(
        4711, null, Status.PAID, "Ann", "5 \u20ac \ud83c\udf75", items, new Item("cup", 1));
  }

  /// Returns values that a payload without references can hold.
  static Map<String, @Nullable Object> values() {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("null", null);
    values.put("order", order());
    values.put("numbers", numbers());
    values.put("items", new Item[] {new Item("tea", 2), new Item("milk", 1)});
    values.put("status", new ArrayList<>(Arrays.asList(Status.OPEN, null, Status.PAID)));
    Tags tags = new Tags();
    tags.owner = "Ann";
    tags.add("new");
    values.put("tags", tags);
    values.put("refusal", refusal());
    values.put("money", new Money(new BigDecimal("12.50")));
    Ticket ticket = new Ticket();
    ticket.number = 7;
    ticket.holder = "Ann";
    values.put("ticket", ticket);
    Stamp stamp = new Stamp();
    stamp.text = "paid";
    values.put("stamp", stamp);
    Legacy legacy = new Legacy();
    legacy.name = "old";
    legacy.numbers = new int[] {1, -1};
    values.put("legacy", legacy);
    values.put("tree", tree());
    return values;
  }

  static Numbers numbers() {
    return new Numbers(
        true,
        Byte.MIN_VALUE,
        Short.MAX_VALUE,
        '\u20ac',
        -63,
        Long.MIN_VALUE,
        1.5f,
        -0.0,
        null,
        1L << 40,
        new byte[] {1, -1},
        new int[] {Integer.MAX_VALUE},
        new double[] {Math.PI, Double.NEGATIVE_INFINITY},
        new TreeMap<>(Map.of("a", 1, "b", 2)));
  }

  private static Refusal refusal() {
    Refusal refusal = new Refusal();
    refusal.code = 402;
    refusal.setStackTrace(
        new StackTraceElement[] {new StackTraceElement("shop.Till", "pay", "Till.java", 42)});
    return refusal;
  }

  /// Returns containers without a declared type.
  private static Map<String, @Nullable Object> tree() {
    Map<String, @Nullable Object> first = new LinkedHashMap<>();
    first.put("id", 7);
    first.put("name", "tea");
    first.put("price", 2.5);
    first.put("sold", null);
    Map<String, @Nullable Object> second = new LinkedHashMap<>();
    second.put("id", 300L);
    second.put("tags", new ArrayList<>(List.of(true, "\u20ac", new Item("cup", 1))));
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("items", new ArrayList<>(List.of(first, second)));
    return tree;
  }

  /// Returns values with shared parts and cycles.
  static Map<String, Object> graphs() {
    Node node = new Node();
    node.name = "first";
    node.next = new Node();
    node.next.name = "second";
    node.next.next = node;
    Item shared = new Item("tea", 2);
    Map<String, Object> graphs = new LinkedHashMap<>();
    graphs.put("cycle", node);
    graphs.put("shared", new ArrayList<>(List.of(shared, shared)));
    return graphs;
  }
}
