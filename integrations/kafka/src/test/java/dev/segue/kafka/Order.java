// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.util.List;
import java.util.stream.IntStream;

/// A value for tests.
record Order(long id, String customer, List<Item> items) {
  record Item(String article, int quantity) {}

  static Order of(long id, int items) {
    return new Order(
        id,
        "customer " + id,
        IntStream.range(0, items).mapToObj(i -> new Item("article " + i, i)).toList());
  }
}
