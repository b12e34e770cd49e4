// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.BIDI;
import static dev.segue.grpc.shm.TextService.UNARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallExecutorSupplier;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Executors that reject tasks: each call still ends with a status.
final class RejectionsTest extends TransportTest {

  private static final Executor REJECTING =
      _ -> {
        throw new RejectedExecutionException("test");
      };

  private static ThreadPoolExecutor pool(int queue) {
    return new ThreadPoolExecutor(
        1,
        1,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(queue),
        Thread.ofPlatform().daemon().factory());
  }

  private static ServerCallExecutorSupplier supplier(
      Function<ServerCall<?, ?>, Executor> function) {
    return new ServerCallExecutorSupplier() {
      @Override
      public <Q, R> Executor getExecutor(ServerCall<Q, R> call, Metadata metadata) {
        return function.apply(call);
      }
    };
  }

  @Test
  void rejectionByTheServersExecutorEndsTheCall() throws Exception {
    Server server =
        start(
            serverBuilder()
                .executor(REJECTING)
                .addService(TextService.of(UNARY, echo(text -> text))));
    ManagedChannel channel = channel();
    RecordingListener call = startCall(channel, UNARY, CallOptions.DEFAULT, "a");
    assertEquals(Status.Code.INTERNAL, call.awaitStatus().getCode());
    server.shutdown();
    assertTerminates(server);
  }

  @Test
  void callsRejectedByAFullPoolEndAndLaterCallsSucceed() throws Exception {
    ThreadPoolExecutor pool = pool(1);
    Server server =
        start(serverBuilder().executor(pool).addService(TextService.of(UNARY, echo(text -> text))));
    ManagedChannel channel = channel();
    CountDownLatch goOn = new CountDownLatch(1);
    pool.execute(() -> awaitQuietly(goOn));
    pool.execute(() -> {});
    List<RecordingListener> calls = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      calls.add(startCall(channel, UNARY, CallOptions.DEFAULT, "a"));
    }
    for (RecordingListener call : calls) {
      assertEquals(Status.Code.INTERNAL, call.awaitStatus().getCode());
    }
    goOn.countDown();
    // More calls may be rejected: an ended call cancels its context in its executor, which may have
    // room by now.
    await(() -> pool.getCompletedTaskCount() >= 2);
    while (!startCall(channel, UNARY, CallOptions.DEFAULT, "b").awaitStatus().isOk()) {
      Thread.onSpinWait(); // The queue's only slot may still be taken.
    }
    server.shutdown();
    assertTerminates(server);
    pool.shutdown();
  }

  @Test
  void callEndsWhenItsServersExecutorIsShutDown() throws Exception {
    ThreadPoolExecutor pool = pool(100);
    Server server =
        start(
            serverBuilder()
                .executor(pool)
                .addService(
                    TextService.of(
                        BIDI,
                        (call, _) -> {
                          call.request(2);
                          call.sendHeaders(new Metadata());
                          return new ServerCall.Listener<>() {};
                        })));
    ClientCall<String, String> call = channel().newCall(BIDI, CallOptions.DEFAULT);
    RecordingListener listener = new RecordingListener();
    call.start(listener, new Metadata());
    call.request(1);
    listener.headers.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    pool.shutdown();
    assertTrue(pool.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    call.sendMessage("a");
    assertEquals(Status.Code.INTERNAL, listener.awaitStatus().getCode());
    server.shutdown();
    assertTerminates(server);
  }

  @Test
  void throwingExecutorSupplierEndsTheCall() throws Exception {
    Server server =
        start(
            serverBuilder()
                .callExecutor(
                    supplier(_ -> {
                      throw new IllegalStateException("test");
                    }))
                .addService(TextService.of(UNARY, echo(text -> text))));
    RecordingListener call = startCall(channel(), UNARY, CallOptions.DEFAULT, "a");
    assertEquals(Status.Code.UNKNOWN, call.awaitStatus().getCode());
    server.shutdown();
    assertTerminates(server);
  }

  /// Over a socket, gRPC loses such a call.
  @Test
  void rejectionByAPerCallExecutorEndsTheCall() throws Exception {
    requireSharedMemory();
    Server server =
        start(
            serverBuilder()
                .callExecutor(supplier(_ -> REJECTING))
                .addService(TextService.of(UNARY, echo(text -> text))));
    RecordingListener call = startCall(channel(), UNARY, CallOptions.DEFAULT, "a");
    assertEquals(Status.Code.INTERNAL, call.awaitStatus().getCode());
    server.shutdown();
    assertTerminates(server);
  }

  /// Over a socket, gRPC loses such a call.
  @Test
  void rejectionByTheClientsExecutorEndsTheCall() throws Exception {
    requireSharedMemory();
    serve(UNARY, echo(text -> text));
    ManagedChannel channel = channel();
    RecordingListener rejected =
        startCall(channel, UNARY, CallOptions.DEFAULT.withExecutor(REJECTING), "a");
    assertEquals(Status.Code.INTERNAL, rejected.awaitStatus().getCode());
    assertTrue(startCall(channel, UNARY, CallOptions.DEFAULT, "b").awaitStatus().isOk());
  }
}
