// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.grpc.SegueService;
import dev.segue.serializer.Serializer;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/// A service from a plain interface, and its client in another process, over shared memory: run it
/// with `serve` and a path, then with `call` and the same path.
final class ShmExample {

  record Order(String article, int quantity) {}

  record Receipt(long number, String text) {}

  /// The service.
  interface Orders {
    Receipt place(Order order);

    Iterator<Receipt> placeEach(Iterator<Order> orders);
  }

  private static final Serializer SERIALIZER =
      Serializer.builder().register(Order.class, Receipt.class).build();

  private static final SegueService<Orders> ORDERS = SegueService.of(Orders.class, SERIALIZER);

  /// The implementation.
  private static final class Book implements Orders {
    @Override
    public Receipt place(Order order) {
      if (order.quantity() <= 0) {
        throw Status.INVALID_ARGUMENT
            .withDescription("quantity=" + order.quantity())
            .asRuntimeException();
      }
      return new Receipt(order.quantity(), order.quantity() + " x " + order.article());
    }

    @Override
    public Iterator<Receipt> placeEach(Iterator<Order> orders) {
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return orders.hasNext();
        }

        @Override
        public Receipt next() {
          return place(orders.next());
        }
      };
    }
  }

  private ShmExample() {}

  /// @param args `serve` or `call`, and the path of the server
  public static void main(String[] args) throws IOException, InterruptedException {
    Path path = Path.of(args[1]);
    if (args[0].equals("serve")) {
      serve(path);
    } else {
      call(path);
    }
  }

  private static void serve(Path path) throws IOException, InterruptedException {
    Server server = ShmServerBuilder.forPath(path).addService(ORDERS.bind(new Book())).build();
    server.start();
    System.out.println("serving");
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow)); // deletes the path
    server.awaitTermination();
  }

  private static void call(Path path) throws InterruptedException {
    ManagedChannel channel = ShmChannelBuilder.forPath(path).build();
    Orders orders =
        ORDERS.client(
            channel, CallOptions.DEFAULT.withWaitForReady().withDeadlineAfter(5, TimeUnit.MINUTES));
    try {
      System.out.println(orders.place(new Order("tea", 2)).text());
      orders
          .placeEach(IntStream.range(1, 3).mapToObj(i -> new Order("milk", i)).iterator())
          .forEachRemaining(receipt -> System.out.println(receipt.text()));
      try {
        System.out.println(orders.place(new Order("tea", 0)));
      } catch (StatusRuntimeException e) {
        System.out.println(e.getMessage());
      }
    } finally {
      channel.shutdown().awaitTermination(5, TimeUnit.SECONDS);
    }
  }
}
