// SPDX-License-Identifier: Apache-2.0

package dev.segue.lettuce;

import dev.segue.serializer.Serializer;
import java.util.List;
import java.util.Random;

/// What the tests keep.
record Order(long id, String customer, List<String> items, double amount) {
  private static final String[] WORDS = {"lamp", "desk", "chair", "shelf", "clock", "vase", "rug"};

  static Serializer serializer() {
    return Serializer.builder().register(Order.class).build();
  }

  /// An order that has much in common with others, of an item at least.
  static Order of(long seed, int items) {
    var random = new Random(seed);
    return new Order(
        seed,
        "customer-" + random.nextInt(10_000),
        random.ints(items, 0, WORDS.length).mapToObj(i -> WORDS[i] + "-" + i).toList(),
        random.nextInt(100_000) / 100.0);
  }
}
