// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.examples.ForyMigrationExample.ForyOrders;
import dev.segue.examples.ForyMigrationExample.Item;
import dev.segue.examples.ForyMigrationExample.Order;
import dev.segue.examples.ForyMigrationExample.Orders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.fory.Fory;
import org.apache.fory.logging.LoggerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The claims of docs/migrate/fory.md.
class ForyMigrationTest {

  @TempDir Path directory;

  @BeforeAll
  static void quiet() {
    LoggerFactory.disableLogging();
  }

  private static List<Order> orders() {
    List<Order> orders = new ArrayList<>();
    for (long id = 0; id < 100; id++) {
      orders.add(new Order(id, new ArrayList<>(List.of(new Item("tea", (int) id)))));
    }
    return orders;
  }

  private static List<Order> read(Path file) throws IOException {
    List<Order> read = new ArrayList<>();
    Orders.read(file, read::add);
    return read;
  }

  @Test
  void fileIsReadBeforeAndAfterConversion() throws IOException {
    Path file = directory.resolve("orders");
    ForyOrders.write(file, orders());
    assertEquals(orders(), read(file));
    long before = Files.size(file);
    Orders.convert(file);
    assertEquals(orders(), read(file));
    assertTrue(before != Files.size(file));
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(file), files.toList());
    }
  }

  @Test
  void emptyFileHasNoOrders() throws IOException {
    Path file = directory.resolve("orders");
    ForyOrders.write(file, List.of());
    assertEquals(List.of(), read(file));
  }

  @Test
  void foryPayloadsStartWithAFewFlags() {
    for (boolean xlang : new boolean[] {false, true}) {
      for (boolean references : new boolean[] {false, true}) {
        for (boolean compatible : new boolean[] {false, true}) {
          Fory fory =
              Fory.builder()
                  .withXlang(xlang)
                  .withRefTracking(references)
                  .withCompatible(compatible)
                  .requireClassRegistration(true)
                  .withAsyncCompilation(false)
                  .build();
          fory.register(Order.class);
          fory.register(Item.class);
          assertTrue(fory.serialize(orders().getLast())[0] < 8);
          assertTrue(fory.serialize("text")[0] < 8);
        }
      }
    }
  }
}
