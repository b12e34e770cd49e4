// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ClientResponseObserver;
import io.grpc.stub.StreamObserver;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Turns the methods of a stub into gRPC calls.
final class ClientBinding implements InvocationHandler {

  private final Class<?> type;
  private final Map<Method, ServiceMethod> methods;
  private final Map<Method, MethodHandle> defaults;
  private final Channel channel;
  private final CallOptions options;

  ClientBinding(
      Class<?> type,
      Map<Method, ServiceMethod> methods,
      Map<Method, MethodHandle> defaults,
      Channel channel,
      CallOptions options) {
    this.type = type;
    this.methods = methods;
    this.defaults = defaults;
    this.channel = Objects.requireNonNull(channel, "channel");
    this.options = Objects.requireNonNull(options, "options");
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the identity of a client
  public @Nullable Object invoke(Object proxy, Method called, Object @Nullable [] given)
      throws Throwable {
    Object[] arguments = given == null ? new Object[0] : given;
    ServiceMethod method = methods.get(called);
    if (method != null) {
      return call(method, arguments);
    }
    MethodHandle own = defaults.get(called);
    if (own != null) {
      return own.invokeExact(proxy, arguments);
    }
    if (called.isDefault()) {
      return InvocationHandler.invokeDefault(proxy, called, arguments);
    }
    return switch (called.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> type.getName() + "[" + channel + "]";
    };
  }

  private @Nullable Object call(ServiceMethod method, Object[] arguments) {
    for (Object argument : arguments) {
      if (argument == null) {
        throw new NullPointerException(
            ServiceMethod.toString(method.method()) + " was called with null; gRPC sends no null");
      }
    }
    return switch (method.descriptor().getType()) {
      case CLIENT_STREAMING, BIDI_STREAMING -> sendStream(method, arguments[0]);
      case UNARY, SERVER_STREAMING, UNKNOWN -> sendOne(method, arguments);
    };
  }

  private @Nullable Object sendOne(ServiceMethod method, Object[] arguments) {
    Object request = method.requests() == MessageKind.NONE ? Empty.INSTANCE : arguments[0];
    return switch (method.responses()) {
      case NONE, ONE ->
          unwrapped(ClientCalls.blockingUnaryCall(channel, method.descriptor(), options, request));
      case ITERATOR ->
          ClientCalls.blockingServerStreamingCall(channel, method.descriptor(), options, request);
      case FUTURE -> {
        ClientCall<Object, Object> call = newCall(method);
        Answer answer = new Answer(call);
        ClientCalls.asyncUnaryCall(call, request, answer);
        yield answer.future;
      }
      case PUBLISHER -> {
        MessagePublisher responses = new MessagePublisher();
        Receiver receiver = new Receiver(responses, null);
        ClientCalls.asyncServerStreamingCall(newCall(method), request, receiver);
        responses.begin(receiver);
        yield responses;
      }
      case OBSERVER -> {
        @SuppressWarnings("unchecked") // the method declares this type
        StreamObserver<Object> responses = (StreamObserver<Object>) arguments[arguments.length - 1];
        ClientCalls.asyncServerStreamingCall(newCall(method), request, responses);
        yield null;
      }
    };
  }

  private @Nullable Object sendStream(ServiceMethod method, Object argument) {
    ClientCall<Object, Object> call = newCall(method);
    return switch (method.responses()) {
      case OBSERVER -> {
        @SuppressWarnings("unchecked") // the method declares this type
        StreamObserver<Object> responses = (StreamObserver<Object>) argument;
        yield ClientCalls.asyncBidiStreamingCall(call, responses);
      }
      case ITERATOR -> {
        MessageIterator responses = new MessageIterator();
        send(method, call, argument, new Receiver(responses, flow(method)));
        yield responses;
      }
      case PUBLISHER -> {
        MessagePublisher responses = new MessagePublisher();
        send(method, call, argument, new Receiver(responses, flow(method)));
        yield responses;
      }
      case FUTURE -> {
        Answer answer = new Answer(call);
        send(method, call, argument, new Receiver(answer, flow(method)));
        yield answer.future;
      }
      case NONE, ONE -> {
        Answer answer = new Answer(call);
        send(method, call, argument, new Receiver(answer, flow(method)));
        yield unwrapped(answer.await());
      }
    };
  }

  private ClientCall<Object, Object> newCall(ServiceMethod method) {
    return channel.newCall(method.descriptor(), options);
  }

  private static @Nullable Object unwrapped(Object message) {
    return message == Empty.INSTANCE ? null : message;
  }

  /// Returns an action that prepares the flow of an argument's messages, once the call has started.
  private static Consumer<Receiver> flow(ServiceMethod method) {
    return receiver -> receiver.flow = new Outflow(method.method(), receiver.requests(), e -> e);
  }

  /// Starts a call, and sends the messages of an iterator (in a virtual thread) or of a publisher.
  private static void send(
      ServiceMethod method, ClientCall<Object, Object> call, Object messages, Receiver receiver) {
    StreamObserver<Object> _ =
        method.descriptor().getType() == MethodType.BIDI_STREAMING
            ? ClientCalls.asyncBidiStreamingCall(call, receiver)
            : ClientCalls.asyncClientStreamingCall(call, receiver);
    receiver.responses.begin(receiver);
    Outflow flow = Objects.requireNonNull(receiver.flow);
    if (messages instanceof Flow.Publisher<?> publisher) {
      publisher.subscribe(flow);
    } else {
      Iterator<?> iterator = (Iterator<?>) messages;
      Thread.ofVirtual()
          .name("segue-grpc")
          .start(Context.current().wrap(() -> flow.sendAll(iterator)));
    }
  }

  /// Receives the responses of a call whose requests are sent by an [Outflow].
  private static final class Receiver
      implements ClientResponseObserver<Object, Object>, Inflow.Source {

    private final Inflow responses;
    private final @Nullable Consumer<Receiver> starter;
    private @Nullable ClientCallStreamObserver<Object> requests;
    private @Nullable Outflow flow;

    Receiver(Inflow responses, @Nullable Consumer<Receiver> starter) {
      this.responses = responses;
      this.starter = starter;
    }

    ClientCallStreamObserver<Object> requests() {
      return Objects.requireNonNull(requests, "the call has begun");
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<Object> begun) {
      requests = begun;
      begun.disableAutoRequestWithInitial(0);
      if (starter != null) {
        starter.accept(this);
        begun.setOnReadyHandler(Objects.requireNonNull(flow)::onReady);
      }
    }

    @Override
    public void request(int messages) {
      requests().request(messages);
    }

    @Override
    public void cancel(String reason) {
      requests().cancel(reason, null);
    }

    @Override
    public void onNext(Object message) {
      responses.onNext(message);
    }

    @Override
    public void onError(Throwable failure) {
      stopSending();
      responses.onError(failure);
    }

    @Override
    public void onCompleted() {
      stopSending();
      responses.onCompleted();
    }

    private void stopSending() {
      Outflow sending = flow;
      if (sending != null) {
        sending.cancel();
      }
    }
  }

  /// The single response of a call.
  private static final class Answer implements Inflow {

    /// The number of messages requested for a single response: gRPC reports a second one as an
    /// error.
    private static final int REQUESTED = 2;

    private final ClientCall<Object, Object> call;
    final CompletableFuture<@Nullable Object> future = new CompletableFuture<>();
    private @Nullable Object message;

    Answer(ClientCall<Object, Object> call) {
      this.call = call;
      var _ =
          future.whenComplete((_, _) -> {
            if (future.isCancelled()) {
              call.cancel("the future of the response was cancelled", null);
            }
          });
    }

    @Override
    public void begin(Source source) {
      source.request(REQUESTED);
    }

    @Override
    public void onNext(Object response) {
      if (message == null) {
        message = response;
      } else {
        call.cancel("the call has more than one response", null);
      }
    }

    @Override
    public void onError(Throwable failure) {
      future.completeExceptionally(Failures.runtime(failure));
    }

    @Override
    public void onCompleted() {
      Object response = message;
      if (response == null) {
        onError(Status.INTERNAL.withDescription("the call has no response").asRuntimeException());
      } else {
        future.complete(unwrapped(response));
      }
    }

    /// Waits for the response. An interrupted caller ends the call.
    Object await() {
      try {
        Object response = future.get();
        return response == null ? Empty.INSTANCE : response;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        call.cancel("the thread that waits for the response was interrupted", e);
        throw Status.CANCELLED
            .withDescription("interrupted while waiting for the response")
            .withCause(e)
            .asRuntimeException();
      } catch (ExecutionException e) {
        throw Failures.again(e.getCause());
      } catch (CancellationException e) {
        throw Failures.runtime(e);
      }
    }
  }
}
