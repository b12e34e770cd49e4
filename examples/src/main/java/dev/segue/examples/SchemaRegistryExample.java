// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.SchemaRegistry;
import dev.segue.serializer.Serializer;
import dev.segue.serializer.SerializerBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/// Prints how many bytes the schema of a payload takes, and how many remain if schemas are stored
/// in a registry.
public final class SchemaRegistryExample {

  /// A small object.
  record Tick(String symbol, double price, long time) {}

  /// A part of an order.
  record Item(String article, int quantity, long cents) {}

  /// An object with a list of other objects.
  record Order(long id, String customer, List<Item> items) {}

  private SchemaRegistryExample() {}

  /// Runs the example.
  ///
  /// @param args ignored
  /// @throws IOException never, as all bytes stay in memory
  public static void main(String[] args) throws IOException {
    Tick tick = new Tick("SEGUE", 42.25, 1_700_000_000_000L);
    System.out.println("bytes of a payload:      embedded  in a stream  registry  consistent");
    print("three fields", tick);
    for (int items : new int[] {2, 100}) {
      print("an order of " + items, order(items));
    }
  }

  private static Order order(int items) {
    return new Order(
        4711,
        "Ada",
        IntStream.range(0, items).mapToObj(i -> new Item("article " + i, i, 100)).toList());
  }

  private static void print(String name, Object value) throws IOException {
    System.out.printf(
        "%-24s %8d %12d %9d %11d%n",
        name,
        compatible().build().toBytes(value).length,
        inStream(value),
        compatible().schemaRegistry(SchemaRegistry.inMemory()).build().toBytes(value).length,
        compatible().schemaMode(SchemaMode.CONSISTENT).build().toBytes(value).length);
  }

  private static SerializerBuilder compatible() {
    return Serializer.builder()
        .schemaMode(SchemaMode.COMPATIBLE)
        .register(Tick.class, Order.class, Item.class);
  }

  /// The bytes of each object of a stream after the first, which includes the schema.
  private static int inStream(Object value) throws IOException {
    try (var writer = compatible().build().writer(new ByteArrayOutputStream())) {
      int first = writer.write(value);
      int second = writer.write(value);
      return Math.min(first, second);
    }
  }
}
