// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;

/// With many calls in flight, a reading thread waits less often than it reads.
final class WakeUpsTest extends ShmTest {

  private static final int CALLS = 2000;
  private static final int IN_FLIGHT = 100;

  @Test
  void concurrentCallsShareWakeUps() throws Exception {
    serveEcho();
    ManagedChannel channel = channel();
    assertEquals("a", call(channel, "a"));
    Path file = Files.createTempFile("segue-grpc", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.segue.shm.Wait").withThreshold(Duration.ZERO).withoutStackTrace();
      recording.start();
      List<Future<String>> calls = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        calls.add(
            ClientCalls.futureUnaryCall(
                channel.newCall(TextService.UNARY, CallOptions.DEFAULT), "a"));
        if (calls.size() == IN_FLIGHT) {
          for (Future<String> call : calls) {
            assertEquals("a", call.get(PATIENCE.toSeconds(), TimeUnit.SECONDS));
          }
          calls.clear();
        }
      }
      recording.stop();
      recording.dump(file);
      long waits = 0;
      long records = 0;
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        if (event.getString("channel").contains(path.getFileName().toString())
            && event.getInt("messages") > 0) {
          waits++;
          records += event.getInt("messages");
        }
      }
      long counted = waits;
      // Each call sends two records in each direction, and the reader gets several of them per
      // wait.
      assertTrue(records <= 4L * CALLS, "more than two records of a call");
      assertTrue(counted < 2L * CALLS, () -> counted + " waits for " + CALLS + " calls");
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
