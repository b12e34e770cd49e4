// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.grpc.Shop.Order;
import dev.segue.grpc.Shop.Receipt;
import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Iterators that are blocked when their call ends.
@Timeout(600)
final class BlockedIteratorsTest {

  private static final Order ORDER = new Order("tea", 1);

  @TempDir Path directory;

  private final SegueService<Shop> shop = SegueService.of(Shop.class, Shop.serializer());

  /// Blocks until it is interrupted.
  private static final class Blocked<T> implements Iterator<T>, AutoCloseable {
    final CountDownLatch entered = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);
    final CountDownLatch closed = new CountDownLatch(1);

    @Override
    public boolean hasNext() {
      entered.countDown();
      try {
        new CountDownLatch(1).await();
        return true;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        interrupted.countDown();
        return false;
      }
    }

    @Override
    public T next() {
      throw new AssertionError();
    }

    @Override
    public void close() {
      if (!Thread.currentThread().isInterrupted()) {
        closed.countDown();
      }
    }
  }

  private static final class BlockedShop extends Shop.Counter {
    final Blocked<Receipt> receipts = new Blocked<>();

    @Override
    public Iterator<Receipt> split(Order order) {
      return receipts;
    }

    @Override
    public Receipt placeAll(Iterator<Order> orders) {
      throw Status.ABORTED.asRuntimeException();
    }
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertTrue(latch.await(5, TimeUnit.MINUTES));
  }

  @Test
  void deadlineInterruptsAndClosesIterators() throws Exception {
    BlockedShop service = new BlockedShop();
    try (Sockets sockets = new Sockets(directory, shop.bind(service))) {
      Shop client =
          shop.client(
              sockets.connect(), CallOptions.DEFAULT.withDeadlineAfter(300, TimeUnit.MILLISECONDS));
      Iterator<Receipt> receipts = client.split(ORDER);
      StatusRuntimeException e = assertThrows(StatusRuntimeException.class, receipts::hasNext);
      assertEquals(Status.Code.DEADLINE_EXCEEDED, e.getStatus().getCode());
      // The deadline may pass before the server has seen the call.
      if (service.receipts.entered.getCount() == 0) {
        await(service.receipts.interrupted);
        await(service.receipts.closed);
      }
    }
  }

  @Test
  void cancellationInterruptsAndClosesIterators() throws Exception {
    BlockedShop service = new BlockedShop();
    try (Sockets sockets = new Sockets(directory, shop.bind(service))) {
      Shop client = shop.client(sockets.connect());
      Context.CancellableContext context = Context.current().withCancellation();
      context.run(() -> client.split(ORDER));
      await(service.receipts.entered);
      context.cancel(null);
      await(service.receipts.interrupted);
      await(service.receipts.closed);
    }
  }

  @Test
  void endOfACallInterruptsClientIterators() throws Exception {
    try (Sockets sockets = new Sockets(directory, shop.bind(new BlockedShop()))) {
      Shop client = shop.client(sockets.connect());
      Blocked<Order> orders = new Blocked<>();
      StatusRuntimeException e =
          assertThrows(StatusRuntimeException.class, () -> client.placeAll(orders));
      assertEquals(Status.Code.ABORTED, e.getStatus().getCode());
      // If the call ended before the first message was requested, no message is requested.
      if (orders.entered.getCount() == 0) {
        await(orders.interrupted);
      }
      assertEquals(1, orders.closed.getCount(), "the caller closes its own");
    }
  }

  @Test
  void iteratorsAreClosedAfterTheLastMessage() throws Exception {
    CountDownLatch closed = new CountDownLatch(1);
    Shop.Counter service =
        new Shop.Counter() {
          @Override
          public Iterator<Receipt> split(Order order) {
            final class Receipts implements Iterator<Receipt>, AutoCloseable {
              private boolean hasNext = true;

              @Override
              public boolean hasNext() {
                return hasNext;
              }

              @Override
              public Receipt next() {
                hasNext = false;
                return place(order);
              }

              @Override
              public void close() {
                closed.countDown();
              }
            }
            return new Receipts();
          }
        };
    try (Sockets sockets = new Sockets(directory, shop.bind(service))) {
      Iterator<Receipt> receipts = shop.client(sockets.connect()).split(ORDER);
      assertEquals(new Receipt(1, "tea"), receipts.next());
      assertEquals(List.of(), SegueServiceTest.all(receipts));
      await(closed);
    }
  }
}
