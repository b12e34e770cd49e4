// SPDX-License-Identifier: Apache-2.0
package dev.segue.hazelcast;

import java.io.Serializable;
import java.util.List;

/// A value of the tests. `Serializable`, so that Hazelcast would use Java serialization if
/// permitted.
record Order(long id, List<Item> items) implements Serializable {

  record Item(String article, int quantity) {}

  static Order of(long id, int quantity) {
    return new Order(id, List.of(new Item("tea", quantity)));
  }
}
