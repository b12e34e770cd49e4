// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import dev.segue.serializer.ClassRule;
import dev.segue.serializer.PayloadWriter;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.fory.Fory;
import org.apache.fory.ThreadSafeFory;
import org.apache.fory.logging.LoggerFactory;

/// Converts a file of Fory payloads to Segue. The marked parts are the snippets of
/// docs/migrate/fory.md.
///
/// On JDK 25, `--add-opens=java.base/java.lang.invoke=ALL-UNNAMED` keeps Fory from using
/// `sun.misc.Unsafe`.
final class ForyMigrationExample {

  record Item(String article, int quantity) {}

  record Order(long id, List<Item> items) {}

  // tag::before[]
  /// A file of orders: the length of each, and then Fory's bytes.
  static final class ForyOrders {

    private static final ThreadSafeFory FORY =
        Fory.builder()
            .withXlang(false)
            .withCompatible(true)
            .requireClassRegistration(true)
            .buildThreadSafeFory();

    static {
      FORY.register(Order.class);
      FORY.register(Item.class);
    }

    static void write(Path file, List<Order> orders) throws IOException {
      try (var out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
        for (Order order : orders) {
          byte[] bytes = FORY.serialize(order);
          out.writeInt(bytes.length);
          out.write(bytes);
        }
      }
    }

    static void read(InputStream file, ThrowingConsumer handler) throws IOException {
      DataInputStream in = new DataInputStream(file);
      while (in.available() > 0) {
        handler.accept(FORY.deserialize(in.readNBytes(in.readInt()), Order.class));
      }
    }
  }

  // end::before[]

  /// A consumer that writes to another file.
  @FunctionalInterface
  interface ThrowingConsumer {
    void accept(Order order) throws IOException;
  }

  // tag::after[]
  /// A file of orders: Segue's payloads, one after the other. Reads Fory's files as well.
  static final class Orders {

    private static final Serializer SERIALIZER =
        Serializer.builder()
            .allow(ClassRule.packagesOf(Order.class))
            .schemaMode(SchemaMode.COMPATIBLE) // each schema is in the file once
            .build();

    static void read(Path file, Consumer<Order> handler) throws IOException {
      try (var in = new BufferedInputStream(Files.newInputStream(file))) {
        in.mark(1);
        int first = in.read();
        in.reset();
        if (first == 0xE5) { // Segue's first byte; the length of a Fory payload starts below 80
          SERIALIZER.reader(in).forEach(Order.class, handler);
        } else {
          ForyOrders.read(in, handler::accept);
        }
      }
    }

    /// Replaces a file of Fory's by one of Segue's. Readers see one or the other.
    static void convert(Path file) throws IOException {
      Path converted = file.resolveSibling(file.getFileName() + ".new");
      try (var in = new BufferedInputStream(Files.newInputStream(file));
          PayloadWriter out = SERIALIZER.writer(Files.newOutputStream(converted))) {
        ForyOrders.read(in, out::write);
      }
      Files.move(converted, file, ATOMIC_MOVE);
    }
  }

  // end::after[]

  private ForyMigrationExample() {}

  public static void main(String[] args) throws IOException {
    LoggerFactory.disableLogging();
    Path file = Files.createTempFile("segue-example-", ".orders");
    try {
      List<Order> orders = new ArrayList<>();
      for (long id = 1; id <= 3; id++) {
        orders.add(new Order(id, new ArrayList<>(List.of(new Item("tea", (int) id)))));
      }
      ForyOrders.write(file, orders);
      Orders.read(file, order -> System.out.println("Fory: " + order));
      Orders.convert(file);
      Orders.read(file, order -> System.out.println("Segue: " + order));
    } finally {
      Files.delete(file);
    }
  }
}
