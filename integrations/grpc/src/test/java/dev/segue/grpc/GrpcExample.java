// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import dev.segue.serializer.Serializer;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Iterator;
import java.util.stream.IntStream;

/// A service from a plain interface, and its client in another process: run it with `serve`, then
/// with `call` and the port that the server has printed.
final class GrpcExample {

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

  private static final SegueZstd ZSTD = new SegueZstd();

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

  private GrpcExample() {}

  /// @param args `serve`, or `call` and a port
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args[0].equals("serve")) {
      serve();
    } else {
      call(Integer.parseInt(args[1]));
    }
  }

  private static void serve() throws IOException, InterruptedException {
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .compressorRegistry(ZSTD.compressors())
            .decompressorRegistry(ZSTD.decompressors())
            .addService(ORDERS.bind(new Book()))
            .build()
            .start();
    System.out.println(server.getPort());
    server.awaitTermination(); // until the process is ended
  }

  private static void call(int port) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .usePlaintext()
            .compressorRegistry(ZSTD.compressors())
            .decompressorRegistry(ZSTD.decompressors())
            .build();
    try {
      Orders orders = ORDERS.client(channel, CallOptions.DEFAULT.withCompression("zstd"));
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
      channel.shutdownNow();
    }
  }
}
