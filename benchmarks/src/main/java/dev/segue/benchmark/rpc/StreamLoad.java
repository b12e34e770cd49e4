// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// A call with a stream of messages: each message that comes back triggers the next one, until the
/// deadline.
final class StreamLoad implements StreamObserver<Object> {
  private final Object message;
  private final Histogram roundTrips;
  private final long nanos;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final long start = System.nanoTime();
  private final StreamObserver<Object> requests;
  private volatile @Nullable Throwable failure;

  // Guarded by this, because the first messages are sent by another thread than later ones.
  private long sentAt;
  private int inFlight;
  private long messages;
  private boolean isOver;

  private StreamLoad(
      Channel channel,
      MethodDescriptor<Object, Object> method,
      Object message,
      Histogram roundTrips,
      long nanos) {
    this.message = message;
    this.roundTrips = roundTrips;
    this.nanos = nanos;
    requests =
        ClientCalls.asyncBidiStreamingCall(channel.newCall(method, CallOptions.DEFAULT), this);
  }

  /// Exchanges messages for a given time.
  ///
  /// @param width messages in flight
  /// @param roundTrips records the round trips, if only one message is in flight
  /// @return messages per second
  static double run(
      Channel channel,
      MethodDescriptor<Object, Object> method,
      Object message,
      int width,
      Histogram roundTrips,
      long nanos)
      throws InterruptedException {
    var load = new StreamLoad(channel, method, message, roundTrips, nanos);
    load.begin(width);
    load.ended.await();
    Throwable failure = load.failure;
    if (failure != null) {
      throw new IllegalStateException("a stream failed: " + failure, failure);
    }
    return load.rate();
  }

  private synchronized double rate() {
    return messages * 1e9 / (System.nanoTime() - start);
  }

  private synchronized void begin(int width) {
    for (int i = 0; i < width; i++) {
      send();
    }
  }

  private synchronized void send() {
    sentAt = System.nanoTime();
    inFlight++;
    requests.onNext(message);
  }

  @Override
  public synchronized void onNext(Object response) {
    long now = System.nanoTime();
    roundTrips.recordValue(Math.min(CallClient.LONGEST, now - sentAt));
    messages++;
    inFlight--;
    if (now - start < nanos) {
      send();
    } else if (inFlight == 0 && !isOver) {
      isOver = true;
      requests.onCompleted();
    }
  }

  @Override
  public void onError(Throwable e) {
    failure = e;
    ended.countDown();
  }

  @Override
  public void onCompleted() {
    ended.countDown();
  }
}
