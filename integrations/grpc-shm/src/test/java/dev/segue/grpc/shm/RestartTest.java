// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.BIDI;
import static dev.segue.grpc.shm.TextService.CLIENT_STREAM;
import static dev.segue.grpc.shm.TextService.UNARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Replaced servers: calls that a server has not started go to the next server.
final class RestartTest extends TransportTest {

  private static final CallOptions PATIENT = CallOptions.DEFAULT.withWaitForReady();
  private static final int RESTARTS = Boolean.getBoolean("segue.soak") ? 500 : 8;
  private static final int THREADS = 4;

  /// A channel whose reading thread blocks in the headers of its first call.
  private final CountDownLatch goOn = new CountDownLatch(1);

  private final AtomicInteger started = new AtomicInteger();

  /// How many times each call was executed, by any server.
  private final Map<String, Integer> executions = new ConcurrentHashMap<>();

  private Server startServer() throws IOException {
    return start(
        serverBuilder()
            .addService(
                ServerServiceDefinition.builder("Texts")
                    .addMethod(
                        UNARY,
                        echo(text -> {
                          executions.merge(text, 1, Integer::sum);
                          return text;
                        }))
                    .addMethod(BIDI, staysOpen())
                    .addMethod(CLIENT_STREAM, joining())
                    .build()));
  }

  private ServerCallHandler<String, String> staysOpen() {
    return (call, _) -> {
      started.incrementAndGet();
      call.sendHeaders(new Metadata());
      return new ServerCall.Listener<>() {
        @Override
        public void onHalfClose() {
          call.close(Status.OK, new Metadata());
        }
      };
    };
  }

  private static ServerCallHandler<String, String> joining() {
    return ServerCalls.asyncClientStreamingCall(observer ->
        new StreamObserver<>() {
          private final StringBuilder all = new StringBuilder();

          @Override
          public void onNext(String text) {
            all.append(text);
          }

          @Override
          public void onError(Throwable failure) {
            // Ignored: the client has ended.
          }

          @Override
          public void onCompleted() {
            observer.onNext(all.toString());
            observer.onCompleted();
          }
        });
  }

  /// Starts a call whose headers block the thread that reads the connection.
  private ClientCall<String, String> startBlockingCall(ManagedChannel channel) throws Exception {
    CountDownLatch blocked = new CountDownLatch(1);
    ClientCall<String, String> call = channel.newCall(BIDI, CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onHeaders(Metadata headers) {
            blocked.countDown();
            awaitQuietly(goOn);
          }
        },
        new Metadata());
    assertTrue(blocked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    return call;
  }

  private ManagedChannelBuilder<?> direct() {
    return channelBuilder().directExecutor();
  }

  @Test
  void refusedCallIsRetriedWithAllItsMessages() throws Exception {
    Server first = startServer();
    ManagedChannel channel = channel(direct());
    ClientCall<String, String> open = startBlockingCall(channel);
    first.shutdown();
    List<ClientStreamTracer.StreamInfo> attempts = new CopyOnWriteArrayList<>();
    RecordingListener joined = new RecordingListener();
    ClientCall<String, String> call =
        channel.newCall(CLIENT_STREAM, PATIENT.withStreamTracerFactory(recordingTo(attempts)));
    call.start(joined, new Metadata());
    call.request(2);
    call.sendMessage("a");
    call.sendMessage("b".repeat(50_000));
    call.halfClose();
    startServer();
    goOn.countDown();
    assertTrue(joined.awaitStatus().isOk(), () -> joined.status.join().toString());
    assertEquals("a" + "b".repeat(50_000), joined.messages.remove());
    if (transport == Transport.SHARED_MEMORY) {
      assertEquals(2, attempts.size());
      assertFalse(attempts.get(0).isTransparentRetry());
      assertTrue(attempts.get(1).isTransparentRetry());
    }
    open.halfClose();
    assertTerminates(first);
  }

  private static ClientStreamTracer.Factory recordingTo(
      List<ClientStreamTracer.StreamInfo> attempts) {
    return new ClientStreamTracer.Factory() {
      @Override
      public ClientStreamTracer newClientStreamTracer(
          ClientStreamTracer.StreamInfo info, Metadata headers) {
        attempts.add(info);
        return new ClientStreamTracer() {};
      }
    };
  }

  @Test
  void refusedCallWithoutRetryIsUnavailable() throws Exception {
    // Over a socket, the call is not sent before the client knows that the server is shut down.
    requireSharedMemory();
    Server first = startServer();
    ManagedChannel channel = channel(direct().disableRetry());
    ClientCall<String, String> open = startBlockingCall(channel);
    first.shutdown();
    RecordingListener refused = startCall(channel, UNARY, PATIENT, "a");
    startServer();
    goOn.countDown();
    assertEquals(Status.Code.UNAVAILABLE, refused.awaitStatus().getCode());
    open.halfClose();
    assertTerminates(first);
  }

  @Test
  void callThatTheServerHasNotReadIsRetried() throws Exception {
    // Over a socket, the client cannot know this, and the call fails with UNAVAILABLE.
    requireSharedMemory();
    Server first = startServer();
    ManagedChannel channel = channel(direct());
    ClientCall<String, String> open = startBlockingCall(channel);
    first.shutdownNow();
    assertTerminates(first);
    RecordingListener unread = startCall(channel, UNARY, PATIENT, "a");
    startServer();
    goOn.countDown();
    assertTrue(unread.awaitStatus().isOk(), () -> unread.status.join().toString());
    open.cancel("test", null);
  }

  @Test
  void startedCallIsNotRetried() throws Exception {
    Server first = startServer();
    ManagedChannel channel = channel();
    RecordingListener listener = startCall(channel, BIDI, PATIENT, "a");
    await(() -> started.get() == 1);
    first.shutdownNow();
    assertTerminates(first);
    startServer();
    assertFalse(listener.awaitStatus().isOk());
    RecordingListener next = startCall(channel, UNARY, PATIENT, "b");
    assertTrue(next.awaitStatus().isOk());
    assertEquals(1, started.get());
  }

  /// Calls continuously, from several threads, while servers are replaced.
  ///
  /// @param now whether servers cancel their calls
  private void callWhileServersAreReplaced(boolean now) throws Exception {
    Server server = startServer();
    ManagedChannel channel = channel();
    AtomicBoolean ending = new AtomicBoolean();
    AtomicInteger count = new AtomicInteger();
    AtomicInteger answers = new AtomicInteger();
    List<CompletableFuture<Void>> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      threads.add(
          CompletableFuture.runAsync(() -> {
            while (!ending.get()) {
              callOnce(channel, "call " + count.incrementAndGet(), now);
              answers.incrementAndGet();
            }
          }));
    }
    for (int i = 0; i < RESTARTS; i++) {
      int before = answers.get();
      await(() -> answers.get() > before + 10);
      Server old = server;
      if (now) {
        old.shutdownNow();
        assertTerminates(old);
      } else {
        old.shutdown();
      }
      server = startServer();
      assertTerminates(old);
    }
    ending.set(true);
    for (CompletableFuture<Void> thread : threads) {
      thread.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
    executions.forEach((text, times) -> assertEquals(1, times, text));
  }

  private void callOnce(ManagedChannel channel, String text, boolean mayFail) {
    try {
      assertEquals(text, call(channel, PATIENT, text));
      assertEquals(1, executions.get(text));
    } catch (StatusRuntimeException e) {
      if (!mayFail) {
        requireCompleted(e.getStatus());
      }
    }
  }

  @Test
  void waitForReadyCallsSurviveReplacedServers() throws Exception {
    callWhileServersAreReplaced(false);
  }

  @Test
  void noCallIsExecutedTwiceWhenServersShutDownNow() throws Exception {
    callWhileServersAreReplaced(true);
  }

  @Test
  void failFastCallsFailOnlyWithoutAServer() throws Exception {
    Server server = startServer();
    ManagedChannel channel = channel();
    AtomicInteger attempts = new AtomicInteger();
    CompletableFuture<Void> thread =
        CompletableFuture.runAsync(() -> {
          while (attempts.get() >= 0) {
            try {
              assertEquals("a", call(channel, "a"));
            } catch (StatusRuntimeException e) {
              assertEquals(Status.Code.UNAVAILABLE, e.getStatus().getCode());
            }
            attempts.updateAndGet(count -> count < 0 ? count : count + 1);
          }
        });
    for (int i = 0; i < RESTARTS; i++) {
      int before = attempts.get();
      await(() -> attempts.get() > before + 10);
      server.shutdown();
      assertTerminates(server);
      server = startServer();
    }
    attempts.set(-1);
    thread.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }
}
