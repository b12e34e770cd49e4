// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static dev.segue.grpc.shm.TextService.BIDI;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Messages are delivered on request, and senders learn when to pause.
final class FlowControlTest extends TransportTest {

  private static final String KILOBYTE = "x".repeat(1024);
  private static final int MOST = 10_000;

  private final CompletableFuture<ServerCall<String, String>> started = new CompletableFuture<>();
  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

  private ServerCall<String, String> serverCall() throws Exception {
    return started.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
  }

  private void serveOnRequest() throws Exception {
    serve(
        BIDI,
        (call, _) -> {
          call.sendHeaders(new Metadata());
          started.complete(call);
          return new ServerCall.Listener<>() {
            @Override
            public void onMessage(String message) {
              received.add(message);
            }

            @Override
            public void onHalfClose() {
              call.close(Status.OK, new Metadata());
            }
          };
        });
  }

  private static int sendWhileReady(ClientCall<String, String> call) {
    int sent = 0;
    while (call.isReady()) {
      call.sendMessage(KILOBYTE);
      assertTrue(sent++ < MOST, "always ready");
    }
    return sent;
  }

  @Test
  void unreadCallDelaysNoOtherAndBecomesReadyOnceRead() throws Exception {
    // With a socket and its buffers, readiness changes at other times.
    requireSharedMemory();
    serveOnRequest();
    ManagedChannel channel = channel();
    RecordingListener client = new RecordingListener();
    ClientCall<String, String> call = channel.newCall(BIDI, CallOptions.DEFAULT);
    call.start(client, new Metadata());
    ServerCall<String, String> server = serverCall();
    await(() -> client.ready.get() > 0 && call.isReady());
    int sent = sendWhileReady(call);
    assertTrue(sent * 1024L >= Inbound.CREDIT, "too early: " + sent);
    assertEquals(0, received.size());

    RecordingListener other = new RecordingListener();
    ClientCall<String, String> second = channel.newCall(BIDI, CallOptions.DEFAULT);
    second.start(other, new Metadata());
    second.halfClose();
    assertTrue(other.awaitStatus().isOk());

    int before = client.ready.get();
    server.request(3);
    await(() -> received.size() == 3);
    assertFalse(call.isReady());
    server.request(MOST);
    await(() -> received.size() == sent);
    await(() -> client.ready.get() > before && call.isReady());
    call.halfClose();
    assertTrue(client.awaitStatus().isOk());
  }

  @Test
  void serverPausesForASlowClient() throws Exception {
    serveOnRequest();
    RecordingListener client = new RecordingListener();
    ClientCall<String, String> call = channel().newCall(BIDI, CallOptions.DEFAULT);
    call.start(client, new Metadata());
    ServerCall<String, String> server = serverCall();
    await(server::isReady);
    int sent = 0;
    while (server.isReady()) {
      server.sendMessage(KILOBYTE);
      assertTrue(sent++ < MOST, "always ready");
    }
    assertNotNull(client.headers.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    assertEquals(0, client.messages.size());
    call.request(1);
    await(() -> client.messages.size() == 1);
    call.request(MOST);
    int expected = sent;
    await(() -> client.messages.size() == expected);
    await(server::isReady);
    call.halfClose();
    assertTrue(client.awaitStatus().isOk());
  }

  @Test
  void halfCloseIsDeliveredAfterAllMessages() throws Exception {
    serveOnRequest();
    RecordingListener client = new RecordingListener();
    ClientCall<String, String> call = channel().newCall(BIDI, CallOptions.DEFAULT);
    call.start(client, new Metadata());
    call.sendMessage("a");
    call.sendMessage("b");
    call.halfClose();
    serverCall().request(1);
    await(() -> received.size() == 1);
    assertFalse(client.status.isDone());
    serverCall().request(1);
    assertTrue(client.awaitStatus().isOk());
    assertEquals(2, received.size());
  }
}
