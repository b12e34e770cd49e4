// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc;

import io.grpc.Context;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.lang.reflect.InvocationTargetException;
import java.util.Iterator;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// Calls a method of an implementation for gRPC.
///
/// A method with one request runs on the executor of the call. A method that may wait for a stream
/// of requests runs in a virtual thread, because the call's executor delivers messages one after
/// another.
final class ServerBinding {

  private final ServiceMethod method;
  private final Object implementation;

  ServerBinding(ServiceMethod method, Object implementation) {
    this.method = method;
    this.implementation = implementation;
  }

  /// The definition of the method in gRPC. A request that cannot be read is a [BadMessage].
  static MethodDescriptor<Object, Object> descriptor(ServiceMethod method) {
    MethodDescriptor<Object, Object> plain = method.descriptor();
    return plain.toBuilder(
            BadMessage.tolerant(plain.getRequestMarshaller()), plain.getResponseMarshaller())
        .build();
  }

  ServerMethodDefinition<Object, Object> definition(MethodDescriptor<Object, Object> descriptor) {
    return ServerMethodDefinition.create(descriptor, handler());
  }

  private ServerCallHandler<Object, Object> handler() {
    return switch (method.descriptor().getType()) {
      case SERVER_STREAMING -> ServerCalls.asyncServerStreamingCall(this::serveOne);
      case CLIENT_STREAMING -> ServerCalls.asyncClientStreamingCall(this::serveStream);
      case BIDI_STREAMING -> ServerCalls.asyncBidiStreamingCall(this::serveStream);
      case UNARY, UNKNOWN -> ServerCalls.asyncUnaryCall(this::serveOne);
    };
  }

  private void serveOne(Object request, StreamObserver<Object> observer) {
    ServerCallStreamObserver<Object> responses = (ServerCallStreamObserver<Object>) observer;
    if (request instanceof BadMessage bad) {
      responses.onError(bad.failure());
      return;
    }
    Responses outcome = new Responses(responses);
    if (method.responses() == MessageKind.OBSERVER) {
      outcome.invokeWith(request);
    } else if (method.responses() == MessageKind.ITERATOR) {
      // In a virtual thread, because it may wait for the client to become ready, and this executor
      // delivers that notification.
      inVirtualThread(() -> outcome.invoke(request));
    } else {
      outcome.invoke(request);
    }
  }

  private StreamObserver<Object> serveStream(StreamObserver<Object> observer) {
    ServerCallStreamObserver<Object> responses = (ServerCallStreamObserver<Object>) observer;
    Responses outcome = new Responses(responses);
    if (method.requests() == MessageKind.OBSERVER) {
      return new Requests(outcome, outcome.invokeForObserver());
    }
    responses.disableAutoRequest();
    Inflow requests =
        method.requests() == MessageKind.ITERATOR ? new MessageIterator() : new MessagePublisher();
    requests.begin(
        new Inflow.Source() {
          @Override
          public void request(int messages) {
            responses.request(messages);
          }

          @Override
          public void cancel(String reason) {
            // The method determines how the call ends; no more requests are delivered.
          }
        });
    inVirtualThread(() -> outcome.invoke(requests));
    return new Requests(outcome, requests);
  }

  private static void inVirtualThread(Runnable task) {
    Thread.ofVirtual().name("segue-grpc").start(Context.current().wrap(task));
  }

  /// Forwards requests, until one cannot be read.
  private static final class Requests implements StreamObserver<Object> {
    private final Responses outcome;
    private final StreamObserver<Object> target;
    private boolean hasFailed;

    Requests(Responses outcome, StreamObserver<Object> target) {
      this.outcome = outcome;
      this.target = target;
    }

    @Override
    public void onNext(Object request) {
      if (hasFailed) {
        return;
      }
      if (request instanceof BadMessage bad) {
        hasFailed = true;
        outcome.end(bad.failure());
        target.onError(bad.failure());
      } else {
        target.onNext(request);
      }
    }

    @Override
    public void onError(Throwable failure) {
      if (!hasFailed) {
        target.onError(failure);
      }
    }

    @Override
    public void onCompleted() {
      if (!hasFailed) {
        target.onCompleted();
      }
    }
  }

  /// Sends the result of a method, whatever its form, and ends the call exactly once.
  private final class Responses {

    private final ServerCallStreamObserver<Object> target;
    private final StreamObserver<Object> guarded = new Guarded();
    private final Outflow flow;

    /// Guarded by this.
    private boolean hasEnded;

    private volatile CompletableFuture<?> pending = new CompletableFuture<>();

    Responses(ServerCallStreamObserver<Object> target) {
      this.target = target;
      this.flow =
          new Outflow(
              method.method(),
              new Sink(target, guarded),
              failure -> Failures.ofMethod(method.method(), failure));
      if (method.responses() != MessageKind.OBSERVER) {
        target.setOnReadyHandler(flow::onReady);
        target.setOnCancelHandler(() -> {
          flow.cancel();
          pending.cancel(true);
        });
      }
    }

    /// The observer of responses, which ignores everything after the end. A null ends the call.
    private final class Guarded implements StreamObserver<Object> {
      @Override
      public void onNext(@Nullable Object response) {
        if (response == null) {
          fail(Failures.ofNullInStream(method.method()));
          return;
        }
        synchronized (Responses.this) {
          if (!hasEnded) {
            target.onNext(response);
          }
        }
      }

      @Override
      public void onError(Throwable failure) {
        end(failure);
      }

      @Override
      public void onCompleted() {
        synchronized (Responses.this) {
          if (!hasEnded) {
            hasEnded = true;
            target.onCompleted();
          }
        }
      }
    }

    void end(Throwable failure) {
      synchronized (this) {
        if (hasEnded) {
          return;
        }
        hasEnded = true;
        target.onError(failure);
      }
      flow.cancel();
    }

    /// A failure after the client has left is a consequence of that, and is ignored.
    private void fail(Throwable failure) {
      if (!target.isCancelled()) {
        end(Failures.ofMethod(method.method(), failure));
      }
    }

    void invoke(Object request) {
      try {
        send(call(method.requests() == MessageKind.NONE ? new Object[0] : new Object[] {request}));
      } catch (Throwable e) {
        fail(e);
      }
    }

    void invokeWith(Object request) {
      StreamObserver<Object> responses = new ResponseObserver(target, guarded);
      try {
        Object _ =
            call(
                method.requests() == MessageKind.NONE
                    ? new Object[] {responses}
                    : new Object[] {request, responses});
      } catch (Throwable e) {
        fail(e);
      }
    }

    /// Calls a method that returns the observer of its requests.
    @SuppressWarnings("unchecked") // the method declares this type
    StreamObserver<Object> invokeForObserver() {
      try {
        Object requests = call(new Object[] {new ResponseObserver(target, guarded)});
        if (requests != null) {
          return (StreamObserver<Object>) requests;
        }
        end(Failures.ofNull(method.method()));
      } catch (Throwable e) {
        fail(e);
      }
      return new MessagePublisher(); // without a subscriber
    }

    private @Nullable Object call(Object[] arguments) throws Throwable {
      try {
        return method.method().invoke(implementation, arguments);
      } catch (InvocationTargetException e) {
        throw Objects.requireNonNullElse(e.getCause(), e);
      }
    }

    private void send(@Nullable Object returned) {
      if (method.responses() == MessageKind.NONE) {
        sendOne(Empty.INSTANCE);
      } else if (returned == null) {
        end(Failures.ofNull(method.method()));
      } else if (returned instanceof Iterator<?> messages
          && method.responses() == MessageKind.ITERATOR) {
        try {
          flow.sendAll(messages);
        } finally {
          Failures.close(method.method(), messages);
        }
      } else if (returned instanceof Flow.Publisher<?> publisher
          && method.responses() == MessageKind.PUBLISHER) {
        publisher.subscribe(flow);
      } else if (returned instanceof CompletionStage<?> stage
          && method.responses() == MessageKind.FUTURE) {
        sendLater(stage);
      } else {
        sendOne(returned);
      }
    }

    private void sendLater(CompletionStage<?> stage) {
      if (stage instanceof CompletableFuture<?> future) {
        pending = future;
      }
      if (target.isCancelled()) {
        pending.cancel(true);
      }
      var _ =
          stage.whenComplete((message, failure) -> {
            if (failure != null) {
              fail(failure);
            } else if (message == null && !isEmpty()) {
              end(Failures.ofNull(method.method()));
            } else {
              sendOne(message == null ? Empty.INSTANCE : message);
            }
          });
    }

    private boolean isEmpty() {
      return method.descriptor().getResponseMarshaller().equals(Empty.MARSHALLER);
    }

    private void sendOne(Object message) {
      synchronized (this) {
        if (!hasEnded && !target.isCancelled()) {
          hasEnded = true;
          target.onNext(message);
          target.onCompleted();
        }
      }
    }
  }
}
