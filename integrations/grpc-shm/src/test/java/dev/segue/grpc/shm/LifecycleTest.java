// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.BIDI;
import static dev.segue.grpc.shm.TextService.UNARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerTransportFilter;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Channels and servers that start and end.
final class LifecycleTest extends TransportTest {

  private static final CallOptions PATIENT = CallOptions.DEFAULT.withWaitForReady();

  /// Serves calls that last until the client half-closes.
  private Server serveLongCalls() throws IOException {
    return serve(
        BIDI,
        (call, _) -> {
          call.request(1);
          call.sendHeaders(new Metadata());
          return new ServerCall.Listener<>() {
            @Override
            public void onHalfClose() {
              call.close(Status.OK, new Metadata());
            }
          };
        });
  }

  private static RecordingListener start(ClientCall<String, String> call) throws Exception {
    RecordingListener listener = new RecordingListener();
    call.start(listener, new Metadata());
    listener.headers.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    return listener;
  }

  @Test
  void callWithoutAServerFailsAtOnceUnlessWaitForReady() throws Exception {
    ManagedChannel channel = channel();
    Status status = failure(() -> call(channel, "a"));
    assertEquals(Status.Code.UNAVAILABLE, status.getCode());
    if (transport == Transport.SHARED_MEMORY) {
      assertTrue(String.valueOf(status.getDescription()).contains(path.toString()));
    }
    CompletableFuture<String> waiting =
        CompletableFuture.supplyAsync(() -> call(channel, PATIENT, "b"));
    serveEcho();
    assertEquals("b", waiting.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertEquals("c", call(channel, "c"));
  }

  @Test
  void statesFollowTheConnection() throws Exception {
    Server server = serveEcho();
    ManagedChannel channel = channel();
    assertEquals(ConnectivityState.IDLE, channel.getState(false));
    CompletableFuture<ConnectivityState> changed = new CompletableFuture<>();
    channel.notifyWhenStateChanged(
        ConnectivityState.IDLE, () -> changed.complete(channel.getState(false)));
    assertFalse(changed.isDone());
    channel.getState(true);
    assertTrue(changed.get(PATIENCE.toSeconds(), TimeUnit.SECONDS) != ConnectivityState.IDLE);
    await(() -> channel.getState(false) == ConnectivityState.READY);
    server.shutdownNow().awaitTermination();
    await(() -> channel.getState(false) == ConnectivityState.IDLE);
    assertEquals(Status.Code.UNAVAILABLE, failure(() -> call(channel, "a")).getCode());
    await(() -> channel.getState(true) == ConnectivityState.TRANSIENT_FAILURE);
    channel.shutdown();
    await(() -> channel.getState(true) == ConnectivityState.SHUTDOWN);
    assertEquals(Status.Code.UNAVAILABLE, failure(() -> call(channel, "a")).getCode());
  }

  @Test
  void channelShutdownCompletesItsCalls() throws Exception {
    serveLongCalls();
    ManagedChannel channel = channel();
    ClientCall<String, String> call = channel.newCall(BIDI, CallOptions.DEFAULT);
    RecordingListener listener = start(call);
    channel.shutdown();
    assertFalse(channel.awaitTermination(50, TimeUnit.MILLISECONDS));
    assertTrue(channel.isShutdown());
    assertFalse(channel.isTerminated());
    call.halfClose();
    assertTrue(listener.awaitStatus().isOk());
    assertTrue(channel.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertTrue(channel.isTerminated());
  }

  @Test
  void serverShutdownCompletesCallsAndAcceptsNoMore() throws Exception {
    Server server = serveLongCalls();
    ManagedChannel channel = channel();
    ClientCall<String, String> call = channel.newCall(BIDI, CallOptions.DEFAULT);
    RecordingListener listener = start(call);
    server.shutdown();
    assertFalse(server.awaitTermination(50, TimeUnit.MILLISECONDS));
    RecordingListener second = new RecordingListener();
    channel.newCall(BIDI, CallOptions.DEFAULT).start(second, new Metadata());
    assertEquals(Status.Code.UNAVAILABLE, second.awaitStatus().getCode());
    call.halfClose();
    requireCompleted(listener.awaitStatus());
    assertTrue(server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  @Test
  void shutdownNowEndsCallsAtBothEnds() throws Exception {
    Server server = serveLongCalls();
    ManagedChannel first = channel();
    RecordingListener ofChannel = start(first.newCall(BIDI, CallOptions.DEFAULT));
    first.shutdownNow();
    assertEquals(Status.Code.UNAVAILABLE, ofChannel.awaitStatus().getCode());
    assertTrue(first.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS));

    RecordingListener ofServer = start(channel().newCall(BIDI, CallOptions.DEFAULT));
    server.shutdownNow();
    Status.Code code = ofServer.awaitStatus().getCode();
    // Over a socket, the result depends on which of two frames arrives first.
    assertTrue(
        code == Status.Code.UNAVAILABLE
            || (transport == Transport.SOCKET && code == Status.Code.CANCELLED),
        code::toString);
    assertTrue(server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  @Test
  void channelConnectsToTheNextServerAtItsPath() throws Exception {
    ManagedChannel channel = channel();
    for (int i = 0; i < 3; i++) {
      Server server = serveEcho();
      assertEquals("a", call(channel, PATIENT, "a"));
      server.shutdown().awaitTermination();
    }
  }

  @Test
  void secondServerAtAPathIsRefused() throws Exception {
    requireSharedMemory();
    serveEcho();
    IOException failed = assertThrows(IOException.class, this::serveEcho);
    assertTrue(String.valueOf(failed.getMessage()).contains(path.toString()));
    assertEquals("a", call(channel(), "a"));
  }

  @Test
  void clientsConnectAndDisconnect() throws Exception {
    Server server = serveEcho();
    List<CompletableFuture<Void>> clients =
        IntStream.range(0, 4)
            .mapToObj(i -> CompletableFuture.runAsync(() -> comeAndGo(i)))
            .toList();
    for (CompletableFuture<Void> client : clients) {
      client.get(5, TimeUnit.MINUTES);
    }
    await(() -> ShmPaths.leftovers(path).size() == 1);
    server.shutdown();
    assertTrue(server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }

  private void comeAndGo(int client) {
    for (int i = 0; i < 8; i++) {
      ManagedChannel channel = channelBuilder().build();
      String text = client + " " + i;
      assertEquals(text, call(channel, text));
      channel.shutdown();
    }
  }

  @Test
  void peersReportTheirProcesses() throws Exception {
    requireSharedMemory();
    serve(UNARY, echo(text -> text));
    ManagedChannel channel = channel();
    ClientCall<String, String> call = channel.newCall(UNARY, CallOptions.DEFAULT);
    assertEquals("a", ClientCalls.futureUnaryCall(call, "a").get());
    ShmSocketAddress remote =
        assertInstanceOf(
            ShmSocketAddress.class, call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    assertEquals(ProcessHandle.current().pid(), remote.processId());
    assertEquals(path, remote.path());
  }

  /// A process ends after this, which would leave the client without a response.
  @Test
  void noClientConnectsAfterTermination() throws Exception {
    for (int i = 0; i < 20; i++) {
      AtomicBoolean terminated = new AtomicBoolean();
      AtomicBoolean late = new AtomicBoolean();
      Server server =
          start(
              serverBuilder()
                  .addTransportFilter(
                      new ServerTransportFilter() {
                        @Override
                        public Attributes transportReady(Attributes attributes) {
                          if (terminated.get()) {
                            late.set(true);
                          }
                          return attributes;
                        }
                      }));
      ManagedChannel channel = channel();
      assertNotNull(channel.getState(true));
      LockSupport.parkNanos(i * 1_000_000L);
      server.shutdown();
      assertTerminates(server);
      terminated.set(true);
      channel.shutdownNow();
      assertTrue(channel.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      assertFalse(late.get());
    }
  }
}
