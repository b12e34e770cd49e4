// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// Incoming messages as a publisher with one subscriber. The end of the call is kept until there is
/// a subscriber.
final class MessagePublisher implements Inflow, Flow.Publisher<Object> {

  private final Object lock = new Object();

  /// Guarded by the lock, as are the fields below.
  private @Nullable Source source;

  private Flow.@Nullable Subscriber<? super Object> subscriber;

  /// Whether `onSubscribe` has returned; earlier signals would not be serial.
  private boolean isSubscribed;

  private boolean isCancelled;
  private long requested;
  private boolean hasEnded;
  private @Nullable Throwable failure;

  @Override
  public void begin(Source call) {
    synchronized (lock) {
      source = call;
    }
    forward();
  }

  @Override
  public void subscribe(Flow.Subscriber<? super Object> reader) {
    Objects.requireNonNull(reader, "subscriber");
    boolean isFirst;
    synchronized (lock) {
      isFirst = subscriber == null;
      subscriber = isFirst ? reader : subscriber;
    }
    reader.onSubscribe(isFirst ? new Demand() : new Nothing());
    if (!isFirst) {
      reader.onError(new IllegalStateException("the messages of a call have one subscriber"));
      return;
    }
    synchronized (lock) {
      isSubscribed = true;
    }
    forward();
    end();
  }

  /// The subscriber's unfulfilled demand.
  private final class Demand implements Flow.Subscription {
    @Override
    public void request(long messages) {
      if (messages <= 0) {
        onError(new IllegalArgumentException("request(" + messages + ")"));
        cancelCall("a subscriber has requested " + messages + " messages");
        return;
      }
      synchronized (lock) {
        requested = requested + messages < 0 ? Long.MAX_VALUE : requested + messages;
      }
      forward();
    }

    @Override
    public void cancel() {
      synchronized (lock) {
        isCancelled = true;
      }
      cancelCall("the subscriber has cancelled");
    }
  }

  /// The subscription of a rejected second subscriber.
  private static final class Nothing implements Flow.Subscription {
    @Override
    public void request(long messages) {}

    @Override
    public void cancel() {}
  }

  private void cancelCall(String reason) {
    Source call;
    synchronized (lock) {
      call = hasEnded && failure == null ? null : source;
    }
    if (call != null) {
      call.cancel(reason);
    }
  }

  /// Requests messages for the existing demand.
  private void forward() {
    Source call;
    int some;
    synchronized (lock) {
      if (source == null || !isSubscribed || isCancelled || requested == 0) {
        return;
      }
      call = source;
      some = (int) Math.min(requested, Integer.MAX_VALUE);
      requested = requested == Long.MAX_VALUE ? 0 : requested - some;
    }
    call.request(some);
  }

  @Override
  public void onNext(Object message) {
    Flow.Subscriber<? super Object> reader;
    synchronized (lock) {
      reader = isCancelled || hasEnded ? null : subscriber;
    }
    if (reader != null) {
      reader.onNext(message);
    }
  }

  @Override
  public void onError(Throwable cause) {
    synchronized (lock) {
      if (hasEnded) {
        return;
      }
      hasEnded = true;
      failure = cause;
    }
    end();
  }

  @Override
  public void onCompleted() {
    synchronized (lock) {
      if (hasEnded) {
        return;
      }
      hasEnded = true;
    }
    end();
  }

  /// Signals the end once there is a subscriber.
  private void end() {
    Flow.Subscriber<? super Object> reader;
    Throwable cause;
    synchronized (lock) {
      if (!hasEnded || !isSubscribed || isCancelled || subscriber == null) {
        return;
      }
      isCancelled = true; // no further signals
      reader = subscriber;
      cause = failure;
    }
    if (cause == null) {
      reader.onComplete();
    } else {
      reader.onError(cause instanceof IllegalArgumentException ? cause : Failures.runtime(cause));
    }
  }
}
