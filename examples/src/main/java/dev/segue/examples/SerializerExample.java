// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.Serializer;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;

/// Writes objects to memory and reads them back: heap arrays, native memory, and errors.
final class SerializerExample {

  enum Status {
    OPEN,
    SHIPPED
  }

  record Item(String article, int quantity, double price) {}

  record Order(long id, Status status, List<Item> items) {}

  record Unknown(String name) {}

  private SerializerExample() {}

  public static void main(String[] args) {
    // Built once; immutable and thread-safe. The reader registers the same classes in the same
    // order.
    Serializer serializer = Serializer.builder().register(Order.class, Item.class).build();
    Order order =
        new Order(4711, Status.OPEN, List.of(new Item("tea", 2, 3.5), new Item("biscuits", 1, 2)));

    byte[] bytes = serializer.toBytes(order);
    System.out.println("Payload of " + bytes.length + " bytes:");
    System.out.println("  " + HexFormat.ofDelimiter(" ").formatHex(bytes));
    System.out.println("Read back: " + serializer.fromBytes(bytes, Order.class));

    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(1024);
      long first = serializer.write(order, memory, 0);
      long second = serializer.write(order.items().getFirst(), memory, first);
      System.out.println("In native memory, one behind the other: " + first + " + " + second);
      System.out.println("The second: " + serializer.read(memory, first, Item.class));
    }

    try {
      serializer.toBytes(new Unknown("x"));
    } catch (SerializationException e) {
      System.out.println(e.kind() + ": " + e.getMessage());
    }
    try {
      serializer.read(MemorySegment.ofArray(bytes).asSlice(0, 20), 0, Order.class);
    } catch (SerializationException e) {
      System.out.println(e.kind() + ": " + e.getMessage());
    }
  }
}
