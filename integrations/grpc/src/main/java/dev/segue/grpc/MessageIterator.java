// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/// Incoming messages as an iterator that waits for them. A few messages are requested ahead.
///
/// For one reader. Interrupting the reader ends the call.
final class MessageIterator implements Inflow, Iterator<Object> {

  private static final int AHEAD = 8;

  /// The end of the messages.
  ///
  /// @param failure null if the call succeeded
  private record End(@Nullable StatusRuntimeException failure) {}

  /// Bounded by the number of requested messages.
  private final BlockingQueue<Object> arrived = new LinkedBlockingQueue<>();

  private volatile @Nullable Source source;
  private @Nullable Object next;

  @Override
  public void begin(Source call) {
    source = call;
    call.request(AHEAD);
  }

  @Override
  public void onNext(Object message) {
    arrived.add(message);
  }

  @Override
  public void onError(Throwable failure) {
    arrived.add(new End(Failures.runtime(failure)));
  }

  @Override
  public void onCompleted() {
    arrived.add(new End(null));
  }

  @Override
  public boolean hasNext() {
    Object found = next;
    if (found == null) {
      found = await();
      next = found;
    }
    if (found instanceof End end) {
      if (end.failure() != null) {
        throw end.failure();
      }
      return false;
    }
    return true;
  }

  private Object await() {
    Source call = source;
    try {
      return arrived.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      if (call != null) {
        call.cancel("the thread that waits for a message was interrupted");
      }
      return new End(
          Status.CANCELLED
              .withDescription("interrupted while waiting for a message")
              .withCause(e)
              .asRuntimeException());
    }
  }

  @Override
  public Object next() {
    if (!hasNext()) {
      throw new NoSuchElementException("the stream of messages has ended");
    }
    Object message = next;
    next = null;
    Source call = source;
    if (call != null) {
      call.request(1);
    }
    return Objects.requireNonNull(message);
  }
}
