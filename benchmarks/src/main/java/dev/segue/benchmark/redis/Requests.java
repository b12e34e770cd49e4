// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/// Sends requests, with a limited number outstanding, and measures the latency of each.
public final class Requests {
  private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int DIGITS = 3;
  private static final double NANOS_PER_MICRO = 1_000;

  private final int tasks;
  private final Histogram latencies = new ConcurrentHistogram(LONGEST_NANOS, DIGITS);

  /// @param tasks maximum number of outstanding requests
  public Requests(int tasks) {
    this.tasks = tasks;
  }

  /// Sends requests and waits for all replies. A failing request makes the run fail.
  ///
  /// @param request sends the n-th request
  public void run(int count, IntFunction<CompletionStage<?>> request) {
    var run = new Run(count, request);
    for (int i = 0; i < Math.min(tasks, count); i++) {
      run.next();
    }
    run.answered.join();
  }

  /// Discards all latencies.
  public void reset() {
    latencies.reset();
  }

  /// Returns a percentile of the latencies, in microseconds.
  public double micros(double percentile) {
    return latencies.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }

  private final class Run {
    private final IntFunction<CompletionStage<?>> request;
    private final CompletableFuture<Void> answered = new CompletableFuture<>();
    private final AtomicInteger unsent;
    private final AtomicInteger unanswered;

    Run(int count, IntFunction<CompletionStage<?>> request) {
      this.request = request;
      this.unsent = new AtomicInteger(count);
      this.unanswered = new AtomicInteger(count);
    }

    /// Sends the next request, if any, and continues with another one after the reply.
    void next() {
      int number = unsent.decrementAndGet();
      if (number < 0) {
        return;
      }
      long begin = System.nanoTime();
      request
          .apply(number)
          .whenComplete((_, failure) -> {
            if (failure != null) {
              answered.completeExceptionally(failure);
              return;
            }
            latencies.recordValue(Math.min(System.nanoTime() - begin, LONGEST_NANOS));
            if (unanswered.decrementAndGet() == 0) {
              answered.complete(null);
            } else {
              next();
            }
          });
    }
  }
}
