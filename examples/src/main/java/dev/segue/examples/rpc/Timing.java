// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.rpc;

import dev.segue.examples.rpc.Orders.Order;
import dev.segue.examples.rpc.Orders.Receipt;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/// Measures calls over one route. Each receipt must match its order.
final class Timing {

  /// The number of concurrent callers.
  static final int CALLERS = 100;

  private static final int MOST_CALLS = 1 << 20;

  private final Orders orders;
  private final long[] nanos = new long[MOST_CALLS];
  private int measured;
  private double rate;
  private final LongAdder calls = new LongAdder();

  Timing(Orders orders) {
    this.orders = orders;
  }

  private void call(long number) {
    int quantity = 1 + (int) (number % 9);
    Receipt receipt = orders.place(new Order(number, "tea", quantity));
    if (!receipt.equals(new Receipt(number, quantity + " x tea"))) {
      throw new IllegalStateException("order " + number + " got " + receipt);
    }
    calls.increment();
  }

  /// Places orders one after another.
  void oneByOne(long time) {
    long before = System.nanoTime();
    long end = before + time;
    while (before - end < 0 && measured < MOST_CALLS) {
      call(measured);
      long after = System.nanoTime();
      nanos[measured++] = after - before;
      before = after;
    }
  }

  /// Places orders from many virtual threads. The best rate of several attempts counts.
  void together(long time) throws InterruptedException, ExecutionException {
    long start = System.nanoTime();
    long before = calls.sum();
    try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<?> caller :
          IntStream.range(0, CALLERS)
              .mapToObj(i -> callers.submit(() -> callUntil(start + time, i)))
              .toList()) {
        caller.get();
      }
    }
    rate = Math.max(rate, (calls.sum() - before) * 1e9 / (System.nanoTime() - start));
  }

  private void callUntil(long end, long first) {
    for (long number = first; System.nanoTime() - end < 0; number += CALLERS) {
      call(number);
    }
  }

  /// Discards all measurements so far, which were the warm-up.
  void reset() {
    measured = 0;
    rate = 0;
  }

  /// Returns a percentile of the call latency, in microseconds.
  double micros(double percentile) {
    long[] sorted = Arrays.copyOf(nanos, measured);
    Arrays.sort(sorted);
    return sorted[(int) (percentile / 100 * (measured - 1))] / 1e3;
  }

  /// Returns calls per second with many callers.
  double rate() {
    return rate;
  }

  /// Returns the total number of checked receipts.
  long receipts() {
    return calls.sum();
  }
}
