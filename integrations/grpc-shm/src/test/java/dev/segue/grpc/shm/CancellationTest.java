// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.BIDI;
import static dev.segue.grpc.shm.TextService.SERVER_STREAM;
import static dev.segue.grpc.shm.TextService.UNARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// The end of calls before they are complete: by either side, a context, or a deadline.
final class CancellationTest extends TransportTest {

  /// A handler that waits to be cancelled.
  private static final class Patient implements ServerCallHandler<String, String> {
    final CompletableFuture<Context> started = new CompletableFuture<>();
    final CompletableFuture<ServerCall<String, String>> call = new CompletableFuture<>();
    final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
    final CompletableFuture<Boolean> halfClosed = new CompletableFuture<>();

    @Override
    public ServerCall.Listener<String> startCall(
        ServerCall<String, String> begun, Metadata headers) {
      begun.request(10);
      call.complete(begun);
      started.complete(Context.current());
      return new ServerCall.Listener<>() {
        @Override
        public void onHalfClose() {
          halfClosed.complete(true);
        }

        @Override
        public void onCancel() {
          cancelled.complete(true);
        }
      };
    }
  }

  private final Patient server = new Patient();
  private final RecordingListener client = new RecordingListener();

  private static <T> T get(CompletableFuture<T> future) throws Exception {
    return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private ClientCall<String, String> newCall(
      Context context, MethodDescriptor<String, String> method, CallOptions options)
      throws Exception {
    ManagedChannel channel = channel();
    return context.call(() -> channel.newCall(method, options));
  }

  private void requireServerCancelled() throws Exception {
    assertTrue(get(server.cancelled));
    assertTrue(get(server.call).isCancelled());
    await(() -> server.started.join().isCancelled());
  }

  @Test
  void clientMayCancelAfterHalfClose() throws Exception {
    serve(SERVER_STREAM, server);
    ClientCall<String, String> call = channel().newCall(SERVER_STREAM, CallOptions.DEFAULT);
    call.start(client, new Metadata());
    call.request(1);
    call.sendMessage("a");
    call.halfClose();
    get(server.halfClosed);
    Exception cause = new Exception("test");
    call.cancel("enough", cause);
    Status status = client.awaitStatus();
    assertEquals(Status.Code.CANCELLED, status.getCode());
    assertEquals("enough", status.getDescription());
    assertSame(cause, status.getCause());
    requireServerCancelled();
  }

  @Test
  void cancelledContextEndsTheCallAtBothEnds() throws Exception {
    serve(BIDI, server);
    Context.CancellableContext context = Context.current().withCancellation();
    ClientCall<String, String> call = newCall(context, BIDI, CallOptions.DEFAULT);
    call.start(client, new Metadata());
    get(server.started);
    Exception cause = new Exception("test");
    context.cancel(cause);
    Status status = client.awaitStatus();
    assertEquals(Status.Code.CANCELLED, status.getCode());
    assertSame(cause, status.getCause());
    requireServerCancelled();
  }

  @Test
  void alreadyCancelledContextStartsNoCall() throws Exception {
    serve(BIDI, server);
    Context.CancellableContext context = Context.current().withCancellation();
    context.cancel(null);
    ClientCall<String, String> call = newCall(context, BIDI, CallOptions.DEFAULT);
    call.start(client, new Metadata());
    assertEquals(Status.Code.CANCELLED, client.awaitStatus().getCode());
    assertTrue(!server.started.isDone());
  }

  @Test
  void serverDoesNotSendTheCauseOfAStatus() throws Exception {
    serve(BIDI, server);
    ClientCall<String, String> call = channel().newCall(BIDI, CallOptions.DEFAULT);
    call.start(client, new Metadata());
    Metadata trailers = new Metadata();
    Metadata.Key<byte[]> bytes = Metadata.Key.of("b-bin", Metadata.BINARY_BYTE_MARSHALLER);
    trailers.put(bytes, new byte[] {0, -1, 10});
    trailers.put(bytes, new byte[0]);
    get(server.call)
        .close(
            Status.ABORTED.withDescription("größer").withCause(new Exception("secret")), trailers);
    Status status = client.awaitStatus();
    assertEquals(Status.Code.ABORTED, status.getCode());
    assertEquals("größer", status.getDescription());
    assertNull(status.getCause());
    int count = 0;
    for (byte[] value : Objects.requireNonNull(get(client.trailers).getAll(bytes))) {
      assertEquals(count++ == 0 ? 3 : 0, value.length);
    }
    assertEquals(2, count);
  }

  @Test
  void earlierDeadlineAppliesAndReachesTheServer() throws Exception {
    serve(UNARY, server);
    Status status = Status.OK;
    // On a busy machine, a deadline may pass before the server knows of the call.
    for (long millis = 100; !server.started.isDone(); millis *= 4) {
      Context.CancellableContext context =
          Context.current().withDeadlineAfter(millis, TimeUnit.MILLISECONDS, Executors.timer());
      RecordingListener listener = new RecordingListener();
      ClientCall<String, String> call =
          newCall(context, UNARY, CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.HOURS));
      call.start(listener, new Metadata());
      call.sendMessage("a");
      call.halfClose();
      status = listener.awaitStatus();
      context.cancel(null);
    }
    Deadline deadline = get(server.started).getDeadline();
    assertNotNull(deadline);
    assertTrue(deadline.timeRemaining(TimeUnit.MINUTES) < 10);
    assertEquals(Status.Code.DEADLINE_EXCEEDED, status.getCode());
    assertTrue(String.valueOf(status.getDescription()).contains("Context"));
    requireServerCancelled();
  }

  @Test
  void deadlineEndsACallThatWaitsForAServer() throws Exception {
    ClientCall<String, String> call =
        channel()
            .newCall(
                UNARY,
                CallOptions.DEFAULT
                    .withWaitForReady()
                    .withDeadlineAfter(50, TimeUnit.MILLISECONDS));
    call.start(client, new Metadata());
    assertEquals(Status.Code.DEADLINE_EXCEEDED, client.awaitStatus().getCode());
  }

  @Test
  void contextValuesStayInTheirProcess() throws Exception {
    Context.Key<String> key = Context.key("test");
    CompletableFuture<String> seen = new CompletableFuture<>();
    serve(UNARY, echo(text -> String.valueOf(key.get())));
    Context context = Context.current().withValue(key, "client");
    ClientCall<String, String> call = newCall(context, UNARY, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onMessage(String message) {
            seen.complete(message + " " + key.get());
          }
        },
        new Metadata());
    call.request(2);
    call.sendMessage("a");
    call.halfClose();
    assertEquals("null client", get(seen));
  }
}
