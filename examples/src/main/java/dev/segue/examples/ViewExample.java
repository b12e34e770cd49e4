// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.Serializer;
import dev.segue.serializer.ViewCursor;
import dev.segue.serializer.ViewPath;
import dev.segue.serializer.ViewText;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// Reads single fields of a payload without creating the object.
final class ViewExample {

  record Address(String city, int code) {}

  record Item(String article, int quantity) {}

  record Order(long id, Address address, List<Item> items) {}

  interface ItemView {
    int quantity();
  }

  interface OrderView {
    long id();

    @ViewPath("address.city")
    ViewText city();

    int itemsCount();

    ItemView items(int index);
  }

  private ViewExample() {}

  public static void main(String[] args) {
    Serializer serializer =
        Serializer.builder().register(Order.class, Item.class, Address.class).build();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(1024);
      long first = serializer.write(order(1, "Oslo"), memory, 0);
      serializer.write(order(2, "Rome"), memory, first);

      // One cursor reads all payloads in turn. Each thread needs its own.
      ViewCursor<OrderView> cursor = serializer.view(OrderView.class, Order.class);
      for (long at : new long[] {0, first}) {
        OrderView order = cursor.at(memory, at);
        int quantity = 0;
        for (int i = 0; i < order.itemsCount(); i++) {
          quantity += order.items(i).quantity();
        }
        boolean isOslo = order.city().contentEquals("Oslo");
        System.out.println("Order " + order.id() + ": " + quantity + " pieces, to Oslo: " + isOslo);
      }
    }
    try {
      serializer.view(OrderView.class, Item.class);
    } catch (IllegalArgumentException e) {
      System.out.println(e.getMessage());
    }
  }

  private static Order order(long id, String city) {
    return new Order(id, new Address(city, 150), List.of(new Item("tea", 2), new Item("cup", 3)));
  }
}
