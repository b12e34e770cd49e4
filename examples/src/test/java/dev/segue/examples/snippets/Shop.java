// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.snippets;

import dev.segue.serializer.Serializer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A program that stores orders.
public class Shop extends Scratch {

  /// An item of an order.
  public record Item(String article, int quantity) {}

  /// An order.
  public record Order(long id, List<Item> items) {}

  /// The serializer of the program.
  protected final Serializer serializer =
      Serializer.builder().register(Order.class, Item.class).build();

  /// An order of the program.
  protected final Order order = new Order(4711, List.of(new Item("tea", 2)));

  /// The serialized order.
  protected final byte[] bytes = serializer.toBytes(order);

  /// A file of orders.
  protected final Path log = directory.resolve("orders");

  /// Creates the program.
  public Shop() throws IOException {}

  /// Handles an order that was read.
  protected void handle(Order read) {
    if (!read.equals(order)) {
      throw new AssertionError(read);
    }
  }

  /// Handles a failure. No snippet fails.
  protected void quarantine(byte[] payload, RuntimeException failure) {
    throw failure;
  }

  /// Handles a failure. No snippet fails.
  protected void dropPeer(RuntimeException failure) {
    throw failure;
  }

  /// Handles a failure. No snippet fails.
  protected void askForUpgrade(RuntimeException failure) {
    throw failure;
  }
}
