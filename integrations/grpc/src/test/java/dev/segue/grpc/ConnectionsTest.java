// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.grpc.Shop.Order;
import dev.segue.grpc.Shop.Receipt;
import dev.segue.serializer.Alias;
import dev.segue.serializer.SchemaMode;
import dev.segue.serializer.Serializer;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Connections that carry damage, are cut, or are shut down.
@Timeout(600)
final class ConnectionsTest {

  @TempDir Path directory;

  private final SegueService<Shop> shop = SegueService.of(Shop.class, Shop.serializer());

  @AfterEach
  void noBufferIsLost() throws InterruptedException {
    BufferCount.awaitNone();
  }

  private Sockets serve(boolean isUnix, Shop implementation) throws IOException {
    return new Sockets(isUnix, directory, _ -> {}, shop.bind(implementation));
  }

  /// A marshaller of raw bytes, for invalid messages.
  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static final MethodDescriptor<byte[], byte[]> PLACE =
      MethodDescriptor.newBuilder(new Bytes(), new Bytes())
          .setType(MethodType.UNARY)
          .setFullMethodName("dev.segue.grpc.Shop/place")
          .build();

  @Test
  void damagedMessagesFailOnlyTheirCall() throws Exception {
    byte[] good = Shop.serializer().toBytes(new Order("tea", 2));
    try (Sockets sockets = serve(true, new Shop.Counter())) {
      var channel = sockets.connect();
      Shop client = shop.client(channel);
      for (int i = 0; i < good.length; i++) {
        byte[] bad = good.clone();
        bad[i] ^= (byte) 0xff;
        try {
          byte[] _ = ClientCalls.blockingUnaryCall(channel, PLACE, CallOptions.DEFAULT, bad);
        } catch (StatusRuntimeException e) {
          assertEquals(Status.Code.INTERNAL, e.getStatus().getCode(), e.getMessage());
        }
      }
      byte[] cut = java.util.Arrays.copyOf(good, good.length - 1);
      StatusRuntimeException e =
          assertThrows(
              StatusRuntimeException.class,
              () -> ClientCalls.blockingUnaryCall(channel, PLACE, CallOptions.DEFAULT, cut));
      assertEquals(Status.Code.INTERNAL, e.getStatus().getCode());
      assertEquals(2, client.place(new Order("tea", 2)).number()); // on the same connection
    }
  }

  @Test
  void damagedConnectionDisturbsNoOther() throws Exception {
    try (Sockets sockets = serve(false, new Shop.Counter())) {
      Shop client = shop.client(sockets.connect());
      assertEquals(1, client.place(new Order("tea", 1)).number());
      InetSocketAddress address = (InetSocketAddress) sockets.address();
      for (String begin : List.of("", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")) {
        try (Socket hostile = new Socket(address.getAddress(), address.getPort())) {
          hostile.getOutputStream().write(begin.getBytes(java.nio.charset.StandardCharsets.UTF_8));
          hostile.getOutputStream().write(new byte[64]);
          hostile.setSoTimeout(300_000);
          byte[] _ = hostile.getInputStream().readAllBytes(); // until the server closes it
        } catch (java.net.SocketException _) {
          // the server has reset the connection
        }
      }
      assertEquals(2, client.place(new Order("tea", 2)).number());
    }
  }

  /// The version of a class on the client's side.
  @Alias("dev.segue.grpc.ConnectionsTest$NewOrder")
  record OldOrder(String article, int quantity) {}

  /// The version on the server's side.
  @Alias("dev.segue.grpc.ConnectionsTest$OldOrder")
  record NewOrder(String article, int quantity, boolean isGift) {}

  @GrpcName("test.Orders")
  interface OldOrders {
    OldOrder place(OldOrder order);

    Iterator<OldOrder> placeEach(Iterator<OldOrder> orders);
  }

  @GrpcName("test.Orders")
  interface NewOrders {
    NewOrder place(NewOrder order);

    Iterator<NewOrder> placeEach(Iterator<NewOrder> orders);
  }

  private static Serializer compatible(Class<?> order) {
    return Serializer.builder().register(order).schemaMode(SchemaMode.COMPATIBLE).build();
  }

  @Test
  void clientMayHaveAnOlderVersionOfAClass() throws Exception {
    NewOrders echo =
        new NewOrders() {
          @Override
          public NewOrder place(NewOrder order) {
            return order;
          }

          @Override
          public Iterator<NewOrder> placeEach(Iterator<NewOrder> orders) {
            return orders;
          }
        };
    SegueService<NewOrders> server = SegueService.of(NewOrders.class, compatible(NewOrder.class));
    SegueService<OldOrders> client = SegueService.of(OldOrders.class, compatible(OldOrder.class));
    try (Sockets sockets = new Sockets(directory, server.bind(echo))) {
      OldOrders old = client.client(sockets.connect());
      assertEquals(new OldOrder("tea", 1), old.place(new OldOrder("tea", 1)));
      List<OldOrder> orders = IntStream.range(0, 10).mapToObj(i -> new OldOrder("tea", i)).toList();
      List<OldOrder> answered = new ArrayList<>();
      old.placeEach(orders.iterator()).forEachRemaining(answered::add);
      assertEquals(orders, answered);
    }
  }

  /// Answers once the test permits it.
  private static final class Slow extends Shop.Counter {
    final CountDownLatch called;
    final CompletableFuture<Receipt> answer = new CompletableFuture<>();

    Slow(int calls) {
      called = new CountDownLatch(calls);
    }

    @Override
    public CompletableFuture<Receipt> placeLater(Order order) {
      called.countDown();
      return answer.copy();
    }

    @Override
    public Receipt placeAll(Iterator<Order> orders) {
      orders.next();
      called.countDown();
      return super.placeAll(orders);
    }
  }

  private static Status.Code code(CompletableFuture<?> result) throws Exception {
    ExecutionException e =
        assertThrows(ExecutionException.class, () -> result.get(5, TimeUnit.MINUTES));
    return assertInstanceOf(StatusRuntimeException.class, e.getCause()).getStatus().getCode();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cutConnectionEndsEveryCall(boolean isUnix) throws Exception {
    Slow slow = new Slow(2);
    try (Sockets sockets = serve(isUnix, slow)) {
      Shop client = shop.client(sockets.connect());
      CompletableFuture<Receipt> unary = client.placeLater(new Order("tea", 1));
      CompletableFuture<Receipt> streaming =
          CompletableFuture.supplyAsync(() ->
              client.placeAll(
                  IntStream.iterate(0, i -> i + 1).mapToObj(i -> new Order("tea", i)).iterator()));
      assertTrue(slow.called.await(5, TimeUnit.MINUTES));
      sockets.server.shutdownNow();
      Set<Status.Code> ends = EnumSet.of(Status.Code.UNAVAILABLE, Status.Code.CANCELLED);
      assertTrue(ends.contains(code(unary)));
      assertTrue(ends.contains(code(streaming)));
    }
  }

  @Test
  void disappearingClientEndsTheServersStreams() throws Exception {
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    CountDownLatch called = new CountDownLatch(1);
    Shop.Counter waiting =
        new Shop.Counter() {
          @Override
          public Receipt placeAll(Iterator<Order> orders) {
            orders.next();
            called.countDown();
            try {
              return super.placeAll(orders);
            } catch (RuntimeException e) {
              ended.complete(e);
              throw e;
            }
          }
        };
    try (Sockets sockets = serve(true, waiting)) {
      var channel = sockets.connect();
      Shop client = shop.client(channel);
      Iterator<Order> endless =
          new Iterator<>() {
            private boolean hasBegun;

            @Override
            public boolean hasNext() {
              return true;
            }

            @Override
            public Order next() {
              if (hasBegun) {
                await(ended);
              }
              hasBegun = true;
              return new Order("tea", 1);
            }
          };
      CompletableFuture<Receipt> call =
          CompletableFuture.supplyAsync(() -> client.placeAll(endless));
      assertTrue(called.await(5, TimeUnit.MINUTES));
      channel.shutdownNow();
      Throwable failure = ended.get(5, TimeUnit.MINUTES);
      assertEquals(Status.Code.CANCELLED, Status.fromThrowable(failure).getCode());
      assertThrows(ExecutionException.class, () -> call.get(5, TimeUnit.MINUTES));
    }
  }

  private static void await(CompletableFuture<?> future) {
    try {
      var _ = future.get(5, TimeUnit.MINUTES);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shutdownUnderLoadEndsEveryCall(boolean isGraceful) throws Exception {
    int calls = 200;
    // Netty ends calls whose requests arrive while it shuts down, and may then lose responses.
    Slow slow = new Slow(isGraceful ? calls : calls / 2);
    try (Sockets sockets = serve(true, slow)) {
      Shop client = shop.client(sockets.connect());
      List<CompletableFuture<Receipt>> results = new ArrayList<>();
      for (int i = 0; i < calls; i++) {
        results.add(client.placeLater(new Order("tea", i)));
      }
      assertTrue(slow.called.await(5, TimeUnit.MINUTES));
      var _ = isGraceful ? sockets.server.shutdown() : sockets.server.shutdownNow();
      slow.answer.complete(new Receipt(1, "tea"));
      for (CompletableFuture<Receipt> result : results) {
        try {
          assertEquals(1, result.get(5, TimeUnit.MINUTES).number());
        } catch (ExecutionException e) {
          // Even a graceful end may close Netty's connection before the client has read all
          // responses.
          Status.Code code = Status.fromThrowable(e.getCause()).getCode();
          assertTrue(
              code == Status.Code.UNAVAILABLE || (!isGraceful && code == Status.Code.CANCELLED),
              () -> "" + e);
        }
      }
      assertTrue(sockets.server.awaitTermination(5, TimeUnit.MINUTES));
    }
  }
}
