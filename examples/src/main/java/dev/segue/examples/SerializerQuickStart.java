// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.Serializer;
import java.util.List;

/// The quick start of `docs/serializer.md`: an object to bytes, and back.
final class SerializerQuickStart {

  // tag::types[]
  record Item(String article, int quantity) {}

  record Order(long id, List<Item> items) {}

  // Build it once; it is immutable and thread-safe. Reader and writer register the same classes.
  static final Serializer SERIALIZER =
      Serializer.builder().register(Order.class, Item.class).build();

  // end::types[]

  private SerializerQuickStart() {}

  public static void main(String[] args) {
    // tag::round-trip[]
    byte[] bytes = SERIALIZER.toBytes(new Order(4711, List.of(new Item("tea", 2))));
    Order same = SERIALIZER.fromBytes(bytes, Order.class);
    // end::round-trip[]
    System.out.println(bytes.length + " bytes: " + same);
  }
}
