// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;

/// Idle connections have no threads, and wake none.
final class IdleChannelsTest extends ShmTest {

  private static final int CHANNELS = 80;

  /// Each watching thread serves up to 127 ends of connections.
  private static final int MOST_WATCHES = 2;

  private static final long OBSERVED_MILLIS = 1000;

  private static long threads(String... prefixes) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> List.of(prefixes).stream().anyMatch(thread.getName()::startsWith))
        .count();
  }

  private static void awaitIdle() throws InterruptedException {
    await(() -> threads("segue-grpc-shm-client", "segue-grpc-shm-server") == 0);
  }

  private List<ManagedChannel> connect(int count) {
    List<ManagedChannel> connected = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ManagedChannel channel = channel(channelBuilder().laneCapacity(64 * 1024));
      assertEquals("a", call(channel, "a"));
      connected.add(channel);
    }
    return connected;
  }

  @Test
  void manyIdleChannelsHaveFewThreads() throws Exception {
    serveEcho();
    List<ManagedChannel> connected = connect(CHANNELS);
    awaitIdle();
    await(() -> threads("segue-shm-watch") <= MOST_WATCHES); // some of other tests may be ending
    for (ManagedChannel channel : connected) {
      assertEquals("b", call(channel, "b"));
    }
  }

  @Test
  void idleConnectionWakesNoReader() throws Exception {
    serveEcho();
    ManagedChannel channel = connect(1).getFirst();
    awaitIdle();
    Path file = Files.createTempFile("segue-grpc", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.segue.shm.Wait").withThreshold(Duration.ZERO).withoutStackTrace();
      recording.start();
      Thread.sleep(OBSERVED_MILLIS);
      recording.stop();
      recording.dump(file);
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        String waiting = event.getString("channel");
        // The server waits for other clients. Channels of other tests may be ending.
        assertTrue(waiting.equals(path.toString()) || !waiting.startsWith(path + "."), waiting);
      }
    } finally {
      Files.deleteIfExists(file);
    }
    assertEquals("b", call(channel, "b"));
  }

  @Test
  void endingServerClosesIdleConnections() throws Exception {
    Server server = serveEcho();
    List<ManagedChannel> connected = connect(3);
    awaitIdle();
    server.shutdown();
    assertTerminates(server);
    serveEcho();
    for (ManagedChannel channel : connected) {
      assertEquals("b", call(channel, CallOptions.DEFAULT.withWaitForReady(), "b"));
    }
  }

  @Test
  void idleChannelTerminatesOnShutdown() throws Exception {
    Server server = serveEcho();
    List<ManagedChannel> connected = connect(2);
    awaitIdle();
    connected.get(0).shutdown();
    connected.get(1).shutdownNow();
    for (ManagedChannel channel : connected) {
      assertTrue(channel.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    }
    server.shutdown();
    assertTerminates(server);
  }

  /// A stream that has no messages for a while.
  @Test
  void idleStreamContinues() throws Exception {
    CompletableFuture<ServerCall<String, String>> begun = new CompletableFuture<>();
    serve(
        TextService.BIDI,
        (call, _) -> {
          call.sendHeaders(new Metadata());
          call.request(1);
          begun.complete(call);
          return new ServerCall.Listener<>() {
            @Override
            public void onMessage(String text) {
              call.sendMessage(text);
            }

            @Override
            public void onHalfClose() {
              call.close(Status.OK, new Metadata());
            }
          };
        });
    RecordingListener client = new RecordingListener();
    ClientCall<String, String> stream = channel().newCall(TextService.BIDI, CallOptions.DEFAULT);
    stream.start(client, new Metadata());
    stream.request(2);
    begun.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    awaitIdle();
    begun.join().sendMessage("from the server");
    assertEquals("from the server", client.messages.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    awaitIdle();
    stream.sendMessage("from the client");
    assertEquals("from the client", client.messages.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS));
    awaitIdle();
    stream.halfClose();
    assertTrue(client.awaitStatus().isOk());
  }
}
