// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.SERVER_STREAM;
import static dev.segue.grpc.shm.TextService.UNARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.ConnectivityState;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServerStreamTracer;
import io.grpc.ServiceDescriptor;
import io.grpc.Status;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Responses in flight when a connection ends.
final class AnswersTest extends TransportTest {

  private static final int MESSAGES = 10;

  /// A message that fits neither into a small lane nor into the buffers of a socket.
  private static final String LONG = "x".repeat(3 << 20);

  private final CompletableFuture<Boolean> trailers = new CompletableFuture<>();

  /// Whether the server has sent all messages of a stream.
  private final CountDownLatch sent = new CountDownLatch(1);

  private final class Trailers extends ClientStreamTracer.Factory {
    @Override
    public ClientStreamTracer newClientStreamTracer(
        ClientStreamTracer.StreamInfo info, Metadata headers) {
      return new ClientStreamTracer() {
        @Override
        public void inboundTrailers(Metadata received) {
          trailers.complete(true);
        }
      };
    }
  }

  private Server serveMessages(boolean end) throws IOException {
    ServerCallHandler<String, String> messages =
        ServerCalls.asyncServerStreamingCall((String text, StreamObserver<String> observer) -> {
          for (int i = 0; i < MESSAGES; i++) {
            observer.onNext(text + i);
          }
          if (end) {
            observer.onCompleted();
          }
          sent.countDown();
        });
    return start(
        serverBuilder()
            .addService(
                ServerServiceDefinition.builder("Texts")
                    .addMethod(SERVER_STREAM, messages)
                    .addMethod(UNARY, echo(text -> text))
                    .build()));
  }

  private static ClientCall<String, String> startStream(
      ManagedChannel channel, CallOptions options, RecordingListener listener) {
    ClientCall<String, String> call = channel.newCall(SERVER_STREAM, options);
    call.start(listener, new Metadata());
    call.sendMessage("a");
    call.halfClose();
    call.request(1);
    return call;
  }

  private void requireAllAfter(boolean now) throws Exception {
    Server server = serveMessages(true);
    ManagedChannel channel = channel();
    RecordingListener listener = new RecordingListener();
    ClientCall<String, String> call =
        startStream(channel, CallOptions.DEFAULT.withStreamTracerFactory(new Trailers()), listener);
    trailers.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (now) {
      server.shutdownNow();
    } else {
      server.shutdown();
    }
    assertTerminates(server);
    await(() -> channel.getState(false) != ConnectivityState.READY);
    call.request(MESSAGES);
    assertEquals(Status.Code.OK, listener.awaitStatus().getCode());
    assertEquals(MESSAGES, listener.messages.size());
  }

  @Test
  void arrivedResponseSurvivesShutdown() throws Exception {
    requireAllAfter(false);
  }

  @Test
  void arrivedResponseSurvivesShutdownNow() throws Exception {
    requireAllAfter(true);
  }

  @Test
  void arrivedMessagesAreDeliveredBeforeTheFailure() throws Exception {
    Server server = serveMessages(false);
    ManagedChannel channel = channel();
    RecordingListener listener = new RecordingListener();
    ClientCall<String, String> call = startStream(channel, CallOptions.DEFAULT, listener);
    assertEquals("a0", listener.messages.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertTrue(sent.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertEquals("b", call(channel, "b")); // after all messages, on the same connection
    server.shutdownNow();
    assertTerminates(server);
    await(() -> channel.getState(false) != ConnectivityState.READY);
    assertFalse(listener.status.isDone());
    call.request(MESSAGES);
    assertFalse(listener.awaitStatus().isOk());
    assertEquals(MESSAGES - 1, listener.messages.size());
  }

  @Test
  void shutdownSendsPendingResponsesFirst() throws Exception {
    CompletableFuture<Status> traced = new CompletableFuture<>();
    CountDownLatch answered = new CountDownLatch(2);
    Server server =
        start(
            serverBuilder()
                .addStreamTracerFactory(
                    new ServerStreamTracer.Factory() {
                      @Override
                      public ServerStreamTracer newServerStreamTracer(
                          String method, Metadata headers) {
                        return headers.containsKey(LONG_ANSWER) ? ending(traced) : ending(null);
                      }
                    })
                .addService(
                    TextService.of(
                        UNARY,
                        ServerCalls.asyncUnaryCall(
                            (String text, StreamObserver<String> observer) -> {
                              observer.onNext(text.isEmpty() ? LONG : text);
                              observer.onCompleted();
                              answered.countDown();
                            }))));
    ManagedChannel channel =
        channel(smallLanes().directExecutor().maxInboundMessageSize(2 * LONG.length()));
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    ClientCall<String, String> first = channel.newCall(UNARY, CallOptions.DEFAULT);
    first.start(
        new ClientCall.Listener<>() {
          @Override
          public void onMessage(String message) {
            reading.countDown();
            awaitQuietly(goOn);
          }
        },
        new Metadata());
    first.request(2);
    first.sendMessage("a");
    first.halfClose();
    assertTrue(reading.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    if (transport == Transport.SOCKET) {
      goOn.countDown(); // Its event loop writes, too.
    }
    RecordingListener listener = new RecordingListener();
    ClientCall<String, String> second = channel.newCall(UNARY, CallOptions.DEFAULT);
    Metadata headers = new Metadata();
    headers.put(LONG_ANSWER, "");
    second.start(listener, headers);
    second.request(2);
    second.sendMessage("");
    second.halfClose();
    assertTrue(answered.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    server.shutdown();
    if (transport == Transport.SHARED_MEMORY) {
      assertFalse(server.awaitTermination(50, TimeUnit.MILLISECONDS));
      assertFalse(traced.isDone(), "the end is not in the lane");
    }
    goOn.countDown();
    Status status = listener.awaitStatus();
    requireCompleted(status);
    if (status.isOk()) {
      assertEquals(LONG.length(), listener.messages.remove().length());
    }
    assertTerminates(server);
    assertTrue(traced.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).isOk());
  }

  private static final Metadata.Key<String> LONG_ANSWER =
      Metadata.Key.of("long", Metadata.ASCII_STRING_MARSHALLER);

  private static ServerStreamTracer ending(@Nullable CompletableFuture<Status> end) {
    return new ServerStreamTracer() {
      @Override
      public void streamClosed(Status status) {
        if (end != null) {
          end.complete(status);
        }
      }
    };
  }

  @Test
  void tooLongStatusIsReplaced() throws Exception {
    Status tooLong = Status.NOT_FOUND.withDescription(LONG);
    serve(
        UNARY,
        (call, _) -> {
          throw tooLong.asRuntimeException();
        });
    RecordingListener call = startCall(channel(), UNARY, CallOptions.DEFAULT, "a");
    assertEquals(Status.Code.INTERNAL, call.awaitStatus().getCode());
  }

  @Test
  void tooLongStatusOfCloseIsReplaced() throws Exception {
    serve(
        UNARY,
        ServerCalls.asyncUnaryCall((String text, StreamObserver<String> observer) ->
            observer.onError(Status.NOT_FOUND.withDescription(LONG).asRuntimeException())));
    RecordingListener call = startCall(channel(), UNARY, CallOptions.DEFAULT, "a");
    assertEquals(Status.Code.INTERNAL, call.awaitStatus().getCode());
  }

  @Test
  void tooLongStatusOfALookupIsReplaced() throws Exception {
    ServerServiceDefinition none =
        ServerServiceDefinition.builder(ServiceDescriptor.newBuilder("None").build()).build();
    start(
        serverBuilder()
            .addService(none)
            .fallbackHandlerRegistry(
                new HandlerRegistry() {
                  @Override
                  public ServerMethodDefinition<?, ?> lookupMethod(
                      String name, @Nullable String authority) {
                    throw Status.NOT_FOUND.withDescription(LONG).asRuntimeException();
                  }
                }));
    RecordingListener call = startCall(channel(), UNARY, CallOptions.DEFAULT, "a");
    assertEquals(Status.Code.INTERNAL, call.awaitStatus().getCode());
  }
}
