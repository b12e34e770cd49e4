// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import dev.segue.serializer.Serializer;
import java.io.Serializable;
import java.util.List;

/// A value of the tests.
///
/// @param id the number of the order
/// @param customer the name of the customer
/// @param items the items of the order
public record Order(long id, String customer, List<Item> items) implements Serializable {

  /// An item of an order.
  ///
  /// @param article the name of the article
  /// @param quantity the number of pieces
  public record Item(String article, int quantity) implements Serializable {}

  /// Returns an order of two items.
  ///
  /// @param id the number of the order
  /// @return the order
  public static Order of(long id) {
    return new Order(
        id, "customer " + id, List.of(new Item("tea", 2), new Item("earl grey", (int) id)));
  }

  /// Returns a serializer for orders, and for the classes of Spring.
  ///
  /// @return the serializer
  public static Serializer serializer() {
    return SegueSpring.builder(Order.class.getClassLoader(), "dev.segue.spring").build();
  }
}
