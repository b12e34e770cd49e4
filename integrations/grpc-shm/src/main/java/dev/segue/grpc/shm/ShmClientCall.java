// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// The client call that the application uses: checks the order of method calls.
final class ShmClientCall<Q, R> extends ClientCall<Q, R> {

  private final ShmChannel channel;
  private final MethodDescriptor<Q, R> method;
  private final CallOptions options;
  private final Executor executor;
  private final Context context = Context.current();

  private @Nullable ClientStream<Q, R> stream;
  private boolean cancelCalled;
  private boolean halfCloseCalled;

  ShmClientCall(
      ShmChannel channel, MethodDescriptor<Q, R> method, CallOptions options, Executor executor) {
    this.channel = channel;
    this.method = method;
    this.options = options;
    this.executor = executor;
  }

  private static void check(boolean condition, String message) {
    if (!condition) {
      throw new IllegalStateException(message);
    }
  }

  private ClientStream<Q, R> started() {
    ClientStream<Q, R> known = stream;
    if (known == null) {
      throw new IllegalStateException("Not started");
    }
    return known;
  }

  @Override
  public void start(Listener<R> listener, Metadata headers) {
    check(stream == null, "Already started");
    check(!cancelCalled, "call was cancelled");
    ClientStream<Q, R> begun =
        new ClientStream<>(
            channel,
            method,
            options,
            new ClientStream.Delivery<>(executor, context, listener),
            headers);
    stream = begun;
    begun.start();
  }

  @Override
  public void request(int count) {
    if (count < 0) {
      throw new IllegalArgumentException("Number requested must be non-negative");
    }
    started().request(count);
  }

  @Override
  public void cancel(@Nullable String message, @Nullable Throwable cause) {
    if (cancelCalled) {
      return;
    }
    cancelCalled = true;
    ClientStream<Q, R> known = stream;
    if (known != null) {
      Throwable reason =
          message == null && cause == null
              ? new CancellationException("Cancelled without a message or cause")
              : cause;
      known.cancel(
          Status.CANCELLED
              .withDescription(message == null ? "Call cancelled without message" : message)
              .withCause(reason));
    }
  }

  @Override
  public void halfClose() {
    ClientStream<Q, R> known = started();
    check(!cancelCalled, "call was cancelled");
    check(!halfCloseCalled, "call already half-closed");
    halfCloseCalled = true;
    known.halfClose();
  }

  @Override
  public void sendMessage(Q message) {
    ClientStream<Q, R> known = started();
    check(!cancelCalled, "call was cancelled");
    check(!halfCloseCalled, "call was half-closed");
    known.sendMessage(message);
  }

  @Override
  public boolean isReady() {
    ClientStream<Q, R> known = stream;
    return known != null && !halfCloseCalled && known.isReady();
  }

  @Override
  public void setMessageCompression(boolean enabled) {
    started().setMessageCompression(enabled);
  }

  @Override
  public Attributes getAttributes() {
    ClientStream<Q, R> known = stream;
    return known == null ? Attributes.EMPTY : known.attributes();
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "call of " + method.getFullMethodName();
  }
}
