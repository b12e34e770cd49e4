// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import dev.segue.serializer.Serializer;
import java.util.List;
import java.util.Random;

/// The values that the tests store.
record Order(long id, String customer, List<String> items, double amount) {
  private static final String[] WORDS = {"lamp", "desk", "chair", "shelf", "clock", "vase", "rug"};

  static Serializer serializer() {
    return Serializer.builder().register(Order.class).build();
  }

  /// Returns an order of at least one item, similar to other orders.
  static Order of(long seed, int items) {
    var random = new Random(seed);
    return new Order(
        seed,
        "customer-" + random.nextInt(10_000),
        random.ints(items, 0, WORDS.length).mapToObj(i -> WORDS[i] + "-" + i).toList(),
        random.nextInt(100_000) / 100.0);
  }
}
