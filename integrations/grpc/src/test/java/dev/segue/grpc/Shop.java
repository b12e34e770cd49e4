// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import dev.segue.serializer.Serializer;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.stream.IntStream;

/// A service of the tests, with a method of each form.
interface Shop {

  record Order(String article, int quantity) {}

  record Receipt(long number, String text) {}

  static Serializer serializer() {
    return Serializer.builder().register(Order.class, Receipt.class, Status.Code.class).build();
  }

  Receipt place(Order order);

  void cancel(Order order);

  int count();

  List<Order> list(String article);

  CompletableFuture<Receipt> placeLater(Order order);

  CompletableFuture<Void> cancelLater(Order order);

  Iterator<Receipt> split(Order order);

  Flow.Publisher<Receipt> publish(Order order);

  void observe(Order order, StreamObserver<Receipt> receipts);

  Receipt placeAll(Iterator<Order> orders);

  CompletableFuture<Receipt> placeAllLater(Flow.Publisher<Order> orders);

  Iterator<Receipt> placeEach(Iterator<Order> orders);

  Flow.Publisher<Receipt> publishEach(Flow.Publisher<Order> orders);

  StreamObserver<Order> observeEach(StreamObserver<Receipt> receipts);

  @GrpcName("Refuse")
  Receipt refuse(Status.Code code);

  Receipt fail(String message);

  default Receipt placeTea() {
    return place(new Order("tea", 1));
  }

  /// An implementation.
  class Counter implements Shop {

    static Receipt answer(Order order, long number) {
      return new Receipt(number, order.article());
    }

    @Override
    public Receipt place(Order order) {
      return answer(order, order.quantity());
    }

    @Override
    public void cancel(Order order) {}

    @Override
    public int count() {
      return 42;
    }

    @Override
    public List<Order> list(String article) {
      return List.of(new Order(article, 1), new Order(article, 2));
    }

    @Override
    public CompletableFuture<Receipt> placeLater(Order order) {
      return CompletableFuture.supplyAsync(() -> place(order));
    }

    @Override
    public CompletableFuture<Void> cancelLater(Order order) {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public Iterator<Receipt> split(Order order) {
      return IntStream.range(0, order.quantity()).mapToObj(i -> answer(order, i)).iterator();
    }

    @Override
    public Flow.Publisher<Receipt> publish(Order order) {
      return subscriber -> {
        SubmissionPublisher<Receipt> receipts = new SubmissionPublisher<>();
        receipts.subscribe(subscriber);
        Thread.ofVirtual()
            .start(() -> {
              try (receipts) {
                split(order).forEachRemaining(receipts::submit);
              }
            });
      };
    }

    @Override
    public void observe(Order order, StreamObserver<Receipt> receipts) {
      split(order).forEachRemaining(receipts::onNext);
      receipts.onCompleted();
    }

    @Override
    public Receipt placeAll(Iterator<Order> orders) {
      long sum = 0;
      while (orders.hasNext()) {
        sum += orders.next().quantity();
      }
      return new Receipt(sum, "all");
    }

    @Override
    public CompletableFuture<Receipt> placeAllLater(Flow.Publisher<Order> orders) {
      List<Order> all = new ArrayList<>();
      CompletableFuture<Receipt> receipt = new CompletableFuture<>();
      orders.subscribe(new Collector<>(all, 3, receipt, () -> placeAll(all.iterator())));
      return receipt;
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

    @Override
    public Flow.Publisher<Receipt> publishEach(Flow.Publisher<Order> orders) {
      return receipts ->
          orders.subscribe(
              new Flow.Subscriber<>() {
                @Override
                public void onSubscribe(Flow.Subscription subscription) {
                  receipts.onSubscribe(subscription);
                }

                @Override
                public void onNext(Order order) {
                  receipts.onNext(place(order));
                }

                @Override
                public void onError(Throwable failure) {
                  receipts.onError(failure);
                }

                @Override
                public void onComplete() {
                  receipts.onComplete();
                }
              });
    }

    @Override
    public StreamObserver<Order> observeEach(StreamObserver<Receipt> receipts) {
      return new StreamObserver<>() {
        @Override
        public void onNext(Order order) {
          receipts.onNext(place(order));
        }

        @Override
        public void onError(Throwable failure) {
          // the client has cancelled
        }

        @Override
        public void onCompleted() {
          receipts.onCompleted();
        }
      };
    }

    @Override
    public Receipt refuse(Status.Code code) {
      throw code.toStatus().withDescription("as you wish").asRuntimeException();
    }

    @Override
    public Receipt fail(String message) {
      throw new IllegalStateException(message);
    }
  }

  /// A subscriber that collects messages, a few at a time.
  ///
  /// @param <T> the messages
  /// @param <R> the result
  final class Collector<T, R> implements Flow.Subscriber<T> {
    private final List<T> all;
    private final int atOnce;
    private final CompletableFuture<R> result;
    private final java.util.function.Supplier<R> finisher;
    private Flow.Subscription subscription =
        new Flow.Subscription() {
          @Override
          public void request(long n) {}

          @Override
          public void cancel() {}
        };

    Collector(
        List<T> all,
        int atOnce,
        CompletableFuture<R> result,
        java.util.function.Supplier<R> finisher) {
      this.all = all;
      this.atOnce = atOnce;
      this.result = result;
      this.finisher = finisher;
    }

    @Override
    public void onSubscribe(Flow.Subscription begun) {
      subscription = begun;
      begun.request(atOnce);
    }

    @Override
    public void onNext(T message) {
      all.add(message);
      if (all.size() % atOnce == 0) {
        subscription.request(atOnce);
      }
    }

    @Override
    public void onError(Throwable failure) {
      result.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      result.complete(finisher.get());
    }
  }
}
