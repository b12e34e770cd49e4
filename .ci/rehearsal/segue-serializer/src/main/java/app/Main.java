// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import java.util.List;

/// Objects to bytes and back.
final class Main {

  record Item(String article, int quantity) {}

  record Order(long id, List<Item> items) {}

  private Main() {}

  public static void main(String[] args) {
    Order order = new Order(4711, List.of(new Item("tea", 2)));
    for (SchemaMode mode : SchemaMode.values()) {
      Serializer serializer =
          Serializer.builder().schemaMode(mode).register(Order.class, Item.class).build();
      System.out.println(
          order.equals(serializer.fromBytes(serializer.toBytes(order), Order.class)));
    }
  }
}
