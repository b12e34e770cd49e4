// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.BIDI;
import static dev.segue.grpc.shm.TextService.SERVER_STREAM;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ClientStreamTracer;
import io.grpc.ConnectivityState;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Processes that are killed without any notice to their peers.
final class KillTest extends ShmTest {

  private static final boolean LONG = Boolean.getBoolean("segue.soak");
  private static final int KILLS = LONG ? 100 : 4;
  private static final int CLIENTS = 4;
  private static final int MOST_PAUSE_MILLIS = 500;

  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void endProcesses() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  private Process startPeer(String role) throws Exception {
    Process peer = Peer.start(role, path);
    started.add(peer);
    return peer;
  }

  private static void kill(Process peer) throws InterruptedException {
    peer.destroyForcibly().waitFor();
  }

  /// The call has no deadline: if the death were not detected, it would never end.
  @Test
  void killedServerIsUnavailableAndLeavesNoFiles() throws Exception {
    Process server = startPeer(Peer.SERVER);
    Peer.awaitReady(server);
    ManagedChannel channel = channel();
    RecordingListener client = new RecordingListener();
    ClientCall<String, String> stream = channel.newCall(BIDI, CallOptions.DEFAULT);
    stream.start(client, new Metadata());
    client.headers.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    ShmSocketAddress address =
        (ShmSocketAddress) stream.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    assertEquals(server.pid(), address == null ? 0 : address.processId());
    kill(server);
    Status status = client.awaitStatus();
    assertEquals(Status.Code.UNAVAILABLE, status.getCode());
    assertEquals("the server at " + path + " has ended", status.getDescription());
    await(() -> ShmPaths.leftovers(path).isEmpty());

    serveEcho();
    assertEquals("a", call(channel, CallOptions.DEFAULT.withWaitForReady(), "a"));
  }

  @Test
  void arrivedResponseSurvivesItsServer() throws Exception {
    Process server = startPeer(Peer.SERVER);
    Peer.awaitReady(server);
    ManagedChannel channel = channel();
    CompletableFuture<Boolean> arrived = new CompletableFuture<>();
    RecordingListener client = new RecordingListener();
    ClientCall<String, String> stream =
        channel.newCall(
            SERVER_STREAM,
            CallOptions.DEFAULT.withStreamTracerFactory(
                new ClientStreamTracer.Factory() {
                  @Override
                  public ClientStreamTracer newClientStreamTracer(
                      ClientStreamTracer.StreamInfo info, Metadata headers) {
                    return new ClientStreamTracer() {
                      @Override
                      public void inboundTrailers(Metadata trailers) {
                        arrived.complete(true);
                      }
                    };
                  }
                }));
    stream.start(client, new Metadata());
    stream.sendMessage("a");
    stream.halfClose();
    stream.request(1);
    assertTrue(arrived.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    kill(server);
    await(() -> channel.getState(false) != ConnectivityState.READY);
    stream.request(Peer.MESSAGES);
    assertTrue(client.awaitStatus().isOk(), () -> client.status.join().toString());
    assertEquals(Peer.MESSAGES, client.messages.size());
  }

  @Test
  void killedClientIsCancelledAtTheServerAndLeavesNoFiles() throws Exception {
    CompletableFuture<ShmSocketAddress> begun = new CompletableFuture<>();
    CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
    Server server =
        serve(
            BIDI,
            (call, _) -> {
              call.sendHeaders(new Metadata());
              begun.complete(
                  (ShmSocketAddress) call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
              return new ServerCall.Listener<>() {
                @Override
                public void onCancel() {
                  cancelled.complete(true);
                }
              };
            });
    Process client = startPeer(Peer.STREAM);
    Peer.awaitReady(client);
    assertEquals(client.pid(), begun.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).processId());
    kill(client);
    assertTrue(cancelled.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    await(() -> ShmPaths.leftovers(path).size() == 1);
    server.shutdown();
    assertTrue(server.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS), "still connected");
  }

  @Test
  @Timeout(600)
  void survivesRandomKillsUnderLoad() throws Exception {
    SplittableRandom random = new SplittableRandom();
    Process server = startPeer(Peer.SERVER);
    List<Process> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(startPeer(Peer.CLIENT));
    }
    Peer.awaitReady(clients.getFirst());
    for (int i = 0; i < KILLS; i++) {
      // Some are killed while they start and connect.
      Thread.sleep(random.nextInt(MOST_PAUSE_MILLIS));
      int victim = random.nextInt(CLIENTS + 2);
      if (victim >= CLIENTS) {
        kill(server);
        server = startPeer(Peer.SERVER);
      } else {
        requireRight(clients.get(victim));
        kill(clients.get(victim));
        clients.set(victim, startPeer(Peer.CLIENT));
      }
    }
    Peer.awaitReady(server);
    ManagedChannel channel = channel();
    String answer =
        ClientCalls.blockingUnaryCall(
            channel,
            TextService.UNARY,
            CallOptions.DEFAULT
                .withWaitForReady()
                .withDeadlineAfter(PATIENCE.toSeconds(), TimeUnit.SECONDS),
            "a");
    assertEquals("a", answer);
    channel.shutdownNow();
    for (Process client : clients) {
      client.getOutputStream().close();
      assertTrue(client.waitFor(5, TimeUnit.MINUTES), "a client hangs");
      assertEquals(0, client.exitValue());
    }
    server.getOutputStream().close();
    assertTrue(server.waitFor(5, TimeUnit.MINUTES), "the server hangs");
    assertEquals(0, server.exitValue());
    deleteUnfinished(path);
  }

  /// A process that is killed while it creates or deletes a channel leaves a directory, which the
  /// next channel that is created there deletes when it is some minutes old.
  static void deleteUnfinished(Path path) throws IOException {
    for (Path left : ShmPaths.leftovers(path)) {
      if (left.getFileName().toString().startsWith(".")) {
        Files.setLastModifiedTime(left, FileTime.from(Instant.now().minusSeconds(3600)));
      }
    }
    Path next = ShmPaths.next();
    Channel.create(next, ChannelConfig.defaults()).close();
    Channel.unlink(next);
  }

  private static void requireRight(Process client) {
    if (!client.isAlive()) {
      assertNotEquals(Peer.WRONG, client.exitValue(), "a client got a wrong answer, or none");
    }
  }
}
