// SPDX-License-Identifier: Apache-2.0
package dev.segue.netty;

import java.util.List;

/// An object of the tests.
record Order(long id, String customer, List<Item> items) {

  record Item(String article, int quantity) {}

  static Order of(long id) {
    return new Order(id, "customer " + id % 10, List.of(new Item("tea", 2), new Item("milk", 1)));
  }

  /// An order of at least this many bytes.
  static Order large(long id, int bytes) {
    return new Order(id, "x".repeat(bytes), List.of());
  }
}
