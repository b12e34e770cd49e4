// SPDX-License-Identifier: Apache-2.0

package dev.segue.spring;

import dev.segue.serializer.Serializer;
import java.io.Serializable;
import java.util.List;

/// A value of the tests.
///
/// @param id its number
/// @param customer who ordered
/// @param items its parts
public record Order(long id, String customer, List<Item> items) implements Serializable {

  /// A part of an order.
  ///
  /// @param article its name
  /// @param quantity how many
  public record Item(String article, int quantity) implements Serializable {}

  /// Returns an order of two items.
  ///
  /// @param id its number
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
