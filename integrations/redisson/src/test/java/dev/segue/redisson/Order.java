// SPDX-License-Identifier: Apache-2.0

package dev.segue.redisson;

import java.util.ArrayList;
import java.util.List;

/// A value of the tests.
record Order(long id, String customer, List<Item> items) {

  record Item(String article, int quantity) {}

  static Order of(long id, int items) {
    List<Item> list = new ArrayList<>();
    for (int i = 0; i < items; i++) {
      list.add(new Item("article " + i % 7, i));
    }
    return new Order(id, "customer " + id, list);
  }
}
