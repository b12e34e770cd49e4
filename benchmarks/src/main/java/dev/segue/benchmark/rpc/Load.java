// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// A constant number of unary calls in flight: each call that ends starts the next one, until the
/// deadline.
final class Load {
  private final Channel channel;
  private final MethodDescriptor<Object, Object> method;
  private final Object message;
  private final CountDownLatch left;
  private final LongAdder calls = new LongAdder();
  private final long start = System.nanoTime();
  private final long nanos;
  private volatile @Nullable Throwable failure;

  private Load(
      Channel channel,
      MethodDescriptor<Object, Object> method,
      Object message,
      int width,
      long nanos) {
    this.channel = channel;
    this.method = method;
    this.message = message;
    this.nanos = nanos;
    left = new CountDownLatch(width);
  }

  /// Makes calls for a given time, and waits for the last ones.
  ///
  /// @param width calls in flight
  /// @return the number and rate of calls
  static Result run(
      Channel channel,
      MethodDescriptor<Object, Object> method,
      Object message,
      int width,
      long nanos)
      throws InterruptedException {
    var load = new Load(channel, method, message, width, nanos);
    for (int i = 0; i < width; i++) {
      load.begin();
    }
    load.left.await();
    Throwable failure = load.failure;
    if (failure != null) {
      throw new IllegalStateException("a call failed: " + failure, failure);
    }
    long calls = load.calls.sum();
    return new Result(calls, calls * 1e9 / (System.nanoTime() - load.start));
  }

  /// Calls that were answered.
  ///
  /// @param calls the number of calls
  /// @param rate per second
  record Result(long calls, double rate) {}

  private void begin() {
    ClientCalls.asyncUnaryCall(
        channel.newCall(method, CallOptions.DEFAULT), message, new Response());
  }

  private final class Response implements StreamObserver<Object> {
    @Override
    public void onNext(Object response) {
      calls.increment();
    }

    @Override
    public void onError(Throwable e) {
      failure = e;
      left.countDown();
    }

    @Override
    public void onCompleted() {
      if (System.nanoTime() - start < nanos) {
        begin();
      } else {
        left.countDown();
      }
    }
  }
}
