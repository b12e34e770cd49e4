// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.TransportException.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The requests of a requester that wait for their replies, by correlation number. Any thread may
/// use it.
final class PendingReplies {

  private record Pending<R extends @Nullable Object>(
      MessageDeserializer<R> reader, CompletableFuture<R> future) {

    void complete(MemorySegment reply) {
      try {
        if (RequestFrame.second(reply) == RequestFrame.DONE) {
          future.complete(reader.read(RequestFrame.payload(reply)));
        } else {
          byte[] text = RequestFrame.payload(reply).toArray(ValueLayout.JAVA_BYTE);
          future.completeExceptionally(
              new TransportException(
                  Kind.REQUEST_FAILED,
                  "the responder failed: " + new String(text, StandardCharsets.UTF_8)));
        }
      } catch (RuntimeException | Error e) {
        future.completeExceptionally(e);
      }
    }
  }

  private final ConcurrentMap<Long, Pending<?>> pending = new ConcurrentHashMap<>();
  private final AtomicLong nextCorrelation = new AtomicLong();

  /// Registers a request. From now on its reply may arrive, or its future be completed.
  ///
  /// @return the correlation number for the request
  <R extends @Nullable Object> long begin(
      MessageDeserializer<R> reader, CompletableFuture<R> future) {
    long correlation = nextCorrelation.incrementAndGet();
    pending.put(correlation, new Pending<>(reader, future));
    return correlation;
  }

  /// Removes a request. A later reply to it is ignored.
  void forget(long correlation) {
    pending.remove(correlation);
  }

  /// Completes the future of a request at a deadline, unless it is completed before, and removes
  /// the request when it is completed.
  ///
  /// @param deadline a value of `System.nanoTime()`
  /// @param late creates the exception for the deadline
  void endBy(
      long correlation,
      CompletableFuture<?> future,
      long deadline,
      Supplier<? extends Throwable> late) {
    CompletableFuture<Void> timer =
        new CompletableFuture<Void>()
            .orTimeout(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    CompletableFuture<Void> _ =
        timer.whenComplete((_, isLate) -> {
          if (isLate != null) {
            future.completeExceptionally(late.get());
          }
        });
    CompletableFuture<?> _ =
        future.whenComplete((_, _) -> {
          pending.remove(correlation);
          timer.complete(null);
        });
  }

  /// Completes the request that a reply belongs to, unless the request was removed.
  void complete(MemorySegment reply) {
    if (RequestFrame.isFrame(reply)) {
      Pending<?> request = pending.remove(RequestFrame.correlation(reply));
      if (request != null) {
        request.complete(reply);
      }
    }
  }

  void failAll(Throwable cause) {
    pending.values().forEach(request -> request.future().completeExceptionally(cause));
  }
}
