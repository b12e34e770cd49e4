// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples;

import dev.segue.serializer.Serializer;
import dev.segue.shm.Channel;
import dev.segue.shm.MessageCodec;
import dev.segue.shm.Requester;
import dev.segue.shm.Responder;
import dev.segue.shm.TransportException;
import java.nio.file.Path;
import java.time.Duration;

/// A service and its client, which may be started in either order. In this example they are two
/// threads of one process.
final class RequestReplyExample {

  record Order(String article, int quantity) {}

  record Receipt(long number, String text) {}

  /// The implementation of the service.
  private static final class Book {
    private long orders;

    Receipt execute(Order order) {
      if (order.quantity() <= 0) {
        throw new IllegalArgumentException("quantity=" + order.quantity());
      }
      return new Receipt(++orders, order.quantity() + " x " + order.article());
    }
  }

  private final Path path =
      Channel.defaultPath("segue-example-orders-" + ProcessHandle.current().pid());
  private final MessageCodec<Order> orders;
  private final MessageCodec<Receipt> receipts;

  private RequestReplyExample() {
    Serializer serializer = Serializer.builder().register(Order.class, Receipt.class).build();
    orders = MessageCodec.of(serializer::write, m -> serializer.read(m, 0, Order.class), 1024);
    receipts = MessageCodec.of(serializer::write, m -> serializer.read(m, 0, Receipt.class), 1024);
  }

  public static void main(String[] args) throws InterruptedException {
    RequestReplyExample example = new RequestReplyExample();
    Thread server = Thread.ofPlatform().start(example::serve);
    try {
      example.call(new Order("tea", 2));
    } finally {
      server.interrupt();
      server.join();
      Channel.unlinkIfExists(example.path);
    }
  }

  private void serve() {
    Book book = new Book();
    try {
      // tag::responder[]
      try (var responder = Responder.open(path, orders, receipts)) {
        responder.serve(order -> book.execute(order)); // until it is closed
      }
      // end::responder[]
    } catch (TransportException e) {
      System.out.println("Serving ended: " + e.kind());
    }
  }

  private void call(Order order) {
    // tag::requester[]
    try (Requester requester = Requester.awaitOpen(path, receipts, Duration.ofMinutes(1))) {
      Receipt receipt = requester.call(orders, order, receipts, Duration.ofMinutes(1));
      System.out.println("Receipt " + receipt.number() + ": " + receipt.text());
    }
    // end::requester[]
    try (Requester requester = Requester.open(path, receipts)) {
      requester
          .callAsync(orders, new Order("tea", 0), receipts, Duration.ofMinutes(1))
          .handle((receipt, failure) -> {
            System.out.println(failure == null ? receipt : failure.getMessage());
            return true;
          })
          .join();
    }
  }
}
