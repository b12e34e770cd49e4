// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.grpc.Shop.Order;
import dev.segue.grpc.Shop.Receipt;
import dev.segue.serializer.Serializer;
import io.grpc.CallOptions;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Services from plain interfaces, on real sockets.
@Timeout(600)
final class SegueServiceTest {

  private static final int MANY = 2000;

  @TempDir Path directory;

  private final SegueService<Shop> shop = SegueService.of(Shop.class, Shop.serializer());
  private Sockets sockets;
  private ManagedChannel channel;
  private Shop client;

  @BeforeEach
  void start() throws Exception {
    sockets = new Sockets(directory, shop.bind(new Shop.Counter()));
    channel = sockets.connect();
    client = shop.client(channel);
  }

  @AfterEach
  void stop() throws Exception {
    sockets.close();
    BufferCount.awaitNone();
  }

  private static Order order(int quantity) {
    return new Order("tea", quantity);
  }

  private static Receipt receipt(int number) {
    return new Receipt(number, "tea");
  }

  private static List<Receipt> receipts(int count) {
    return IntStream.range(0, count).mapToObj(SegueServiceTest::receipt).toList();
  }

  private static Iterator<Order> orders(int count) {
    return IntStream.range(0, count).mapToObj(SegueServiceTest::order).iterator();
  }

  static <T> List<T> all(Iterator<T> messages) {
    List<T> all = new ArrayList<>();
    messages.forEachRemaining(all::add);
    return all;
  }

  private static <T> List<T> all(Flow.Publisher<T> messages, int atOnce) throws Exception {
    List<T> all = new ArrayList<>();
    CompletableFuture<List<T>> result = new CompletableFuture<>();
    messages.subscribe(new Shop.Collector<>(all, atOnce, result, () -> all));
    return result.get(5, TimeUnit.MINUTES);
  }

  /// Collects what an observer gets.
  private static final class Observed<T> implements StreamObserver<T> {
    final List<T> all = new ArrayList<>();
    final CompletableFuture<List<T>> result = new CompletableFuture<>();

    @Override
    public void onNext(T message) {
      all.add(message);
    }

    @Override
    public void onError(Throwable failure) {
      result.completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      result.complete(all);
    }
  }

  private static Status status(Throwable failure) {
    return assertInstanceOf(StatusRuntimeException.class, failure).getStatus();
  }

  /// Methods of every form.
  @Nested
  class Forms {

    @Test
    void unaryCallsInEveryForm() throws Exception {
      assertEquals(receipt(2), client.place(order(2)));
      client.cancel(order(2));
      assertEquals(42, client.count());
      assertEquals(List.of(new Order("milk", 1), new Order("milk", 2)), client.list("milk"));
      assertEquals(receipt(3), client.placeLater(order(3)).get());
      assertNull(client.cancelLater(order(3)).get());
      assertEquals(receipt(1), client.placeTea());
    }

    @Test
    void responseStreamsInEveryForm() throws Exception {
      assertEquals(receipts(MANY), all(client.split(order(MANY))));
      assertEquals(receipts(MANY), all(client.publish(order(MANY)), 7));
      Observed<Receipt> observed = new Observed<>();
      client.observe(order(MANY), observed);
      assertEquals(receipts(MANY), observed.result.get());
      assertEquals(List.of(), all(client.split(order(0))));
      assertEquals(List.of(), all(client.publish(order(0)), 1));
    }

    @Test
    @SuppressWarnings("try") // closing a publisher completes it
    void requestStreamsInEveryForm() throws Exception {
      int sum = MANY * (MANY - 1) / 2;
      assertEquals(new Receipt(sum, "all"), client.placeAll(orders(MANY)));
      assertEquals(new Receipt(0, "all"), client.placeAll(orders(0)));
      try (SubmissionPublisher<Order> orders = new SubmissionPublisher<>()) {
        CompletableFuture<Receipt> receipt = client.placeAllLater(orders);
        orders(MANY).forEachRemaining(orders::submit);
        orders.close();
        assertEquals(new Receipt(sum, "all"), receipt.get());
      }
    }

    @Test
    @SuppressWarnings("try") // closing a publisher completes it
    void bidirectionalStreamsInEveryForm() throws Exception {
      assertEquals(receipts(MANY), all(client.placeEach(orders(MANY))));
      try (SubmissionPublisher<Order> orders = new SubmissionPublisher<>()) {
        Flow.Publisher<Receipt> each = client.publishEach(orders);
        Thread.ofVirtual()
            .start(() -> {
              orders(MANY).forEachRemaining(orders::submit);
              orders.close();
            });
        assertEquals(receipts(MANY), all(each, 5));
      }
      Observed<Receipt> observed = new Observed<>();
      StreamObserver<Order> requests = client.observeEach(observed);
      orders(MANY).forEachRemaining(requests::onNext);
      requests.onCompleted();
      assertEquals(receipts(MANY), observed.result.get());
    }

    @Test
    void clientAndServerMayUseDifferentForms() throws Exception {
      SegueService<OtherShop> other = SegueService.of(OtherShop.class, Shop.serializer());
      OtherShop otherClient = other.client(channel);
      assertEquals(receipt(2), otherClient.place(order(2)).get());
      assertEquals(receipts(20), all(otherClient.split(order(20)), 3));
      assertEquals(receipts(20), all(otherClient.publishEach(orders(20))));
    }
  }

  /// The same service, in other forms.
  @GrpcName("dev.segue.grpc.Shop")
  interface OtherShop {
    CompletableFuture<Receipt> place(Order order);

    Flow.Publisher<Receipt> split(Order order);

    Iterator<Receipt> publishEach(Iterator<Order> orders);
  }

  /// Names and types.
  @Nested
  class Descriptors {

    @Test
    void namesComeFromJavaOrTheAnnotation() {
      assertEquals("dev.segue.grpc.Shop", shop.descriptor().getName());
      Map<String, MethodType> types = new TreeMap<>();
      shop.descriptor()
          .getMethods()
          .forEach(method -> types.put(method.getBareMethodName(), method.getType()));
      assertEquals(MethodType.UNARY, types.get("place"));
      assertEquals(MethodType.UNARY, types.get("Refuse"));
      assertEquals(MethodType.SERVER_STREAMING, types.get("observe"));
      assertEquals(MethodType.CLIENT_STREAMING, types.get("placeAllLater"));
      assertEquals(MethodType.BIDI_STREAMING, types.get("observeEach"));
      assertEquals(16, types.size());
      for (ServerMethodDefinition<?, ?> method : shop.bind(new Shop.Counter()).getMethods()) {
        String name = method.getMethodDescriptor().getBareMethodName();
        assertEquals(types.get(name), method.getMethodDescriptor().getType());
      }
    }

    @Test
    @SuppressWarnings("NullAway") // like a caller without NullAway
    void stubsImplementObjectMethods() {
      assertTrue(client.equals(client));
      assertNotEquals(client, shop.client(channel));
      assertEquals(client.hashCode(), client.hashCode());
      assertTrue(client.toString().startsWith("dev.segue.grpc.Shop["), client::toString);
      assertThrows(NullPointerException.class, () -> client.place(null));
    }
  }

  /// Calls that fail.
  @Nested
  class Errors {

    @Test
    void methodsDetermineTheStatus() {
      StatusRuntimeException e =
          assertThrows(
              StatusRuntimeException.class, () -> client.refuse(Status.Code.ALREADY_EXISTS));
      assertEquals(Status.Code.ALREADY_EXISTS, e.getStatus().getCode());
      assertEquals("as you wish", e.getStatus().getDescription());
    }

    @Test
    void otherExceptionsStayOnTheServer() {
      StatusRuntimeException e =
          assertThrows(StatusRuntimeException.class, () -> client.fail("secret"));
      assertEquals(Status.Code.UNKNOWN, e.getStatus().getCode());
      assertNull(e.getStatus().getDescription());
    }

    @Test
    void unknownMethodsAreUnimplemented() {
      SegueService<Missing> missing = SegueService.of(Missing.class, Shop.serializer());
      StatusRuntimeException e =
          assertThrows(StatusRuntimeException.class, () -> missing.client(channel).missing());
      assertEquals(Status.Code.UNIMPLEMENTED, e.getStatus().getCode());
    }

    @Test
    void unwritableRequestsFailOnTheClient() {
      SegueService<AnyShop> any = SegueService.of(AnyShop.class, Shop.serializer());
      AnyShop anyClient = any.client(channel);
      StatusRuntimeException e =
          assertThrows(StatusRuntimeException.class, () -> anyClient.place(new Thread()));
      assertEquals(Status.Code.CANCELLED, e.getStatus().getCode());
      assertTrue(("" + e.getCause()).contains("java.lang.Thread"), () -> "" + e.getCause());
      assertEquals(receipt(2), anyClient.place(order(2)));
    }

    @Test
    void unreadableRequestsAreInternal() {
      Serializer other =
          Serializer.builder()
              .register(Receipt.class, Order.class, Status.Code.class)
              .build(); // in another order
      Shop stranger = SegueService.of(Shop.class, other).client(channel);
      StatusRuntimeException e =
          assertThrows(StatusRuntimeException.class, () -> stranger.place(order(1)));
      assertEquals(Status.Code.INTERNAL, e.getStatus().getCode());
      assertTrue(("" + e.getMessage()).contains("cannot read a message"), e.getMessage());
      e = assertThrows(StatusRuntimeException.class, () -> all(stranger.placeEach(orders(3))));
      assertEquals(Status.Code.INTERNAL, e.getStatus().getCode());
      e = assertThrows(StatusRuntimeException.class, () -> stranger.placeAll(orders(3)));
      assertEquals(Status.Code.INTERNAL, e.getStatus().getCode());
      assertEquals(receipt(1), client.place(order(1)));
    }

    /// Sends null instead of its first message, and more after it.
    private static final class Nulls extends Shop.Counter {
      final CompletableFuture<@Nullable Throwable> rest = new CompletableFuture<>();

      @Override
      @SuppressWarnings("NullAway") // like code without NullAway
      public void observe(Order order, StreamObserver<Receipt> receipts) {
        try {
          receipts.onNext(null);
          receipts.onNext(receipt(1));
          receipts.onCompleted();
          rest.complete(null);
        } catch (RuntimeException | Error e) {
          rest.complete(e);
        }
      }

      @Override
      @SuppressWarnings("NullAway") // like code without NullAway
      public StreamObserver<Order> observeEach(StreamObserver<Receipt> receipts) {
        receipts.onNext(null);
        return super.observeEach(receipts);
      }

      @Override
      @SuppressWarnings("NullAway") // like code without NullAway
      public Flow.Publisher<Receipt> publish(Order order) {
        return subscriber ->
            subscriber.onSubscribe(
                new Flow.Subscription() {
                  @Override
                  public void request(long messages) {
                    subscriber.onNext(null);
                    subscriber.onComplete();
                  }

                  @Override
                  public void cancel() {}
                });
      }
    }

    private static void isInternal(@Nullable Throwable failure) {
      Status status = status(Objects.requireNonNull(failure));
      assertEquals(Status.Code.INTERNAL, status.getCode());
      assertTrue(("" + status.getDescription()).contains("null"), status::toString);
    }

    @Test
    void nullsInStreamsAreInternal() throws Exception {
      Nulls nulls = new Nulls();
      try (Sockets other = new Sockets(directory, shop.bind(nulls))) {
        Shop next = shop.client(other.connect());
        Observed<Receipt> observed = new Observed<>();
        next.observe(order(1), observed);
        isInternal(assertThrows(ExecutionException.class, observed.result::get).getCause());
        assertNull(nulls.rest.get());
        Observed<Receipt> each = new Observed<>();
        StreamObserver<Order> requests = next.observeEach(each);
        isInternal(assertThrows(ExecutionException.class, each.result::get).getCause());
        requests.onCompleted();
        isInternal(
            assertThrows(ExecutionException.class, () -> all(next.publish(order(1)), 1))
                .getCause());
      }
    }

    @Test
    void failingIteratorsEndTheCall() {
      Iterator<Order> failing =
          IntStream.range(0, 3)
              .mapToObj(i -> {
                if (i == 2) {
                  throw new IllegalStateException("no more");
                }
                return order(i);
              })
              .iterator();
      StatusRuntimeException e =
          assertThrows(StatusRuntimeException.class, () -> client.placeAll(failing));
      assertEquals(Status.Code.CANCELLED, e.getStatus().getCode());
    }

    @Test
    void deadlinesEndCallsOfEveryForm() throws Exception {
      Silent silent = new Silent();
      try (Sockets other = new Sockets(directory, shop.bind(silent))) {
        ManagedChannel next = other.connect();
        Supplier<Shop> hasty = () -> withDeadline(next, 200);
        List<Throwable> failures = new ArrayList<>();
        failures.add(
            assertThrows(RuntimeException.class, () -> all(hasty.get().placeEach(orders(1)))));
        failures.add(assertThrows(RuntimeException.class, () -> hasty.get().placeAll(orders(1))));
        failures.add(
            assertThrows(ExecutionException.class, () -> all(hasty.get().publish(order(1)), 1))
                .getCause());
        // On a busy machine, a deadline may pass before the server knows of the call.
        for (long millis = 200; silent.called.getCount() > 0; millis *= 2) {
          CompletableFuture<Receipt> receipt = withDeadline(next, millis).placeLater(order(1));
          failures.add(assertThrows(ExecutionException.class, receipt::get).getCause());
        }
        for (Throwable failure : failures) {
          assertEquals(Status.Code.DEADLINE_EXCEEDED, status(failure).getCode());
        }
        assertTrue(silent.cancelled.await(5, TimeUnit.MINUTES));
      }
    }

    private Shop withDeadline(ManagedChannel to, long millis) {
      return shop.client(to, CallOptions.DEFAULT.withDeadlineAfter(millis, TimeUnit.MILLISECONDS));
    }

    @Test
    void cancelledFuturesCancelTheCall() throws Exception {
      Silent silent = new Silent();
      try (Sockets other = new Sockets(directory, shop.bind(silent))) {
        Shop patient = shop.client(other.connect());
        CompletableFuture<Receipt> receipt = patient.placeLater(order(1));
        assertTrue(silent.called.await(5, TimeUnit.MINUTES));
        receipt.cancel(true);
        assertTrue(silent.cancelled.await(5, TimeUnit.MINUTES));
      }
    }

    @Test
    void cancelledContextEndsAStream() {
      Context.CancellableContext context = Context.current().withCancellation();
      Iterator<Receipt> receipts = inContext(context, () -> client.split(order(100_000)));
      receipts.next();
      context.cancel(null);
      StatusRuntimeException e = assertThrows(StatusRuntimeException.class, () -> all(receipts));
      assertEquals(Status.Code.CANCELLED, e.getStatus().getCode());
    }
  }

  interface Missing {
    void missing();
  }

  @GrpcName("dev.segue.grpc.Shop")
  interface AnyShop {
    Object place(Object order);
  }

  /// Runs code in a context.
  private static <T> T inContext(Context context, Supplier<T> code) {
    Context previous = context.attach();
    try {
      return code.get();
    } finally {
      context.detach(previous);
    }
  }

  /// Never answers.
  private static final class Silent extends Shop.Counter {
    final CountDownLatch called = new CountDownLatch(1);
    final CountDownLatch cancelled = new CountDownLatch(1);

    @Override
    public CompletableFuture<Receipt> placeLater(Order order) {
      CompletableFuture<Receipt> never = new CompletableFuture<>();
      var _ =
          never.whenComplete((_, _) -> {
            if (never.isCancelled()) {
              cancelled.countDown();
            }
          });
      called.countDown();
      return never;
    }

    @Override
    public Flow.Publisher<Receipt> publish(Order order) {
      return _ -> {};
    }

    @Override
    public Receipt placeAll(Iterator<Order> orders) {
      super.placeAll(orders);
      return forever();
    }

    @Override
    public Iterator<Receipt> placeEach(Iterator<Order> orders) {
      forever();
      return super.placeEach(orders);
    }

    /// Answers only after the call has ended.
    private static Receipt forever() {
      CountDownLatch cancelled = new CountDownLatch(1);
      Context.current().addListener(_ -> cancelled.countDown(), Runnable::run);
      try {
        var _ = cancelled.await(5, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return receipt(0);
    }
  }

  /// Streams.
  @Nested
  class BackPressure {

    @Test
    void iteratorsAreReadNoFasterThanThePeerReads() throws Exception {
      AtomicInteger produced = new AtomicInteger();
      AtomicReference<Thread> producer = new AtomicReference<>();
      Shop.Counter endless =
          new Shop.Counter() {
            @Override
            public Iterator<Receipt> split(Order order) {
              return IntStream.iterate(0, i -> i + 1)
                  .mapToObj(i -> {
                    producer.set(Thread.currentThread());
                    produced.set(i);
                    return new Receipt(i, "x".repeat(1000));
                  })
                  .iterator();
            }
          };
      try (Sockets other = new Sockets(directory, shop.bind(endless))) {
        Iterator<Receipt> receipts = shop.client(other.connect()).split(order(1));
        receipts.next();
        int before = -1;
        while (produced.get() > before && produced.get() < 20_000) { // until it pauses
          before = produced.get();
          Thread thread = Objects.requireNonNull(producer.get());
          while (thread.getState() != Thread.State.WAITING && produced.get() < 20_000) {
            Thread.sleep(1);
          }
        }
        int some = produced.get();
        assertTrue(some < 20_000, () -> some + " messages that nobody reads");
        while (produced.get() == some) {
          receipts.next();
        }
      }
    }

    @Test
    void cancelledSubscriptionsEndTheCall() throws Exception {
      CompletableFuture<Integer> result = new CompletableFuture<>();
      client
          .publish(order(1_000_000))
          .subscribe(
              new Flow.Subscriber<>() {
                private Flow.@Nullable Subscription subscription;
                private int count;

                @Override
                public void onSubscribe(Flow.Subscription begun) {
                  subscription = begun;
                  begun.request(10);
                }

                @Override
                public void onNext(Receipt message) {
                  if (++count == 10) {
                    Objects.requireNonNull(subscription).cancel();
                    result.complete(count);
                  }
                }

                @Override
                public void onError(Throwable failure) {
                  result.completeExceptionally(failure);
                }

                @Override
                public void onComplete() {
                  result.complete(-1);
                }
              });
      assertEquals(10, result.get(5, TimeUnit.MINUTES));
    }

    @Test
    void publishersHaveOneSubscriber() throws Exception {
      Flow.Publisher<Receipt> receipts = client.publish(order(3));
      assertEquals(receipts(3), all(receipts, 10));
      ExecutionException e = assertThrows(ExecutionException.class, () -> all(receipts, 10));
      assertInstanceOf(IllegalStateException.class, e.getCause());
    }
  }
}
