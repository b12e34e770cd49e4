// SPDX-License-Identifier: Apache-2.0
package app;

import dev.segue.grpc.SegueService;
import dev.segue.grpc.shm.ShmChannelBuilder;
import dev.segue.grpc.shm.ShmServerBuilder;
import dev.segue.serializer.Serializer;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/// A call through shared memory.
final class Main {

  record Order(String article, int quantity) {}

  interface Orders {
    Order place(Order order);
  }

  private Main() {}

  public static void main(String[] args) throws Exception {
    Serializer serializer = Serializer.builder().register(Order.class).build();
    SegueService<Orders> service = SegueService.of(Orders.class, serializer);
    Path directory = Files.createTempDirectory("rehearsal");
    Path path = directory.resolve("orders");
    Server server =
        ShmServerBuilder.forPath(path).addService(service.bind(order -> order)).build().start();
    ManagedChannel channel = ShmChannelBuilder.forPath(path).build();
    try {
      Order order = new Order("tea", 2);
      CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(10, TimeUnit.SECONDS);
      System.out.println(order.equals(service.client(channel, options).place(order)));
    } finally {
      channel.shutdown().awaitTermination(10, TimeUnit.SECONDS);
      server.shutdown().awaitTermination(10, TimeUnit.SECONDS);
      Files.delete(directory);
    }
  }
}
