// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;

/// A reading thread that was woken reads all that has arrived before it waits again.
final class WakeUpsTest extends ShmTest {
  private static final int ROUNDS = 20;
  private static final int CALLS_OF_A_ROUND = 100;

  /// Waits for the first records of a round, by the server and by the client.
  private static final int MOST_WAITS_OF_A_ROUND = 20;

  /// Calls at once: the server's reading thread is busy with the first one until all are sent, and
  /// the client's with the first answer until all are given.
  private static final class Round {
    private final CountDownLatch sent = new CountDownLatch(1);
    private final CountDownLatch answered = new CountDownLatch(CALLS_OF_A_ROUND);

    void call(ManagedChannel channel) throws Exception {
      Thread sending = Thread.currentThread();
      CallOptions options =
          CallOptions.DEFAULT.withExecutor(task -> {
            if (!Thread.currentThread().equals(sending)) {
              awaitQuietly(answered);
            }
            task.run();
          });
      List<Future<String>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS_OF_A_ROUND; i++) {
        calls.add(ClientCalls.futureUnaryCall(channel.newCall(TextService.UNARY, options), "a"));
      }
      sent.countDown();
      for (Future<String> call : calls) {
        assertEquals("a", call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
      }
    }
  }

  private final AtomicReference<Round> current = new AtomicReference<>(new Round());

  private void answer(String text, StreamObserver<String> observer) {
    Round round = current.get();
    awaitQuietly(round.sent);
    observer.onNext(text);
    observer.onCompleted();
    round.answered.countDown();
  }

  @Test
  void callsInFlightShareWaits() throws Exception {
    start(
        serverBuilder()
            .directExecutor()
            .addService(
                TextService.of(TextService.UNARY, ServerCalls.asyncUnaryCall(this::answer))));
    ManagedChannel channel = channel();
    current.get().sent.countDown();
    assertEquals("a", call(channel, "a")); // connects, so that no call of a round waits for that
    Path file = Files.createTempFile("segue-grpc", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.segue.shm.Wait").withThreshold(Duration.ZERO).withoutStackTrace();
      recording.start();
      for (int i = 0; i < ROUNDS; i++) {
        current.set(new Round());
        current.get().call(channel);
      }
      recording.stop();
      recording.dump(file);
      long waits =
          RecordingFile.readAllEvents(file).stream()
              .filter(event -> event.getString("channel").startsWith(path + "."))
              .filter(event -> event.getInt("messages") > 0)
              .count();
      assertTrue(
          waits <= ROUNDS * MOST_WAITS_OF_A_ROUND,
          () -> waits + " waits for " + ROUNDS * CALLS_OF_A_ROUND + " calls");
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
