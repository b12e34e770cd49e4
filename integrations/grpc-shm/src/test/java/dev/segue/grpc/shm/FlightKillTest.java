// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.auth.ServerAuthHandler;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Arrow Flight when a process is killed in the middle of a stream.
@SuppressWarnings({"deprecation", "try"}) // Arrow's handler, and close() that may be interrupted.
final class FlightKillTest extends ShmTest {

  private final BufferAllocator allocator = new RootAllocator();
  private final ExecutorService executor = java.util.concurrent.Executors.newCachedThreadPool();

  /// Closing the allocator fails if any buffer was not released.
  @AfterEach
  void requireNoMemoryLeft() throws InterruptedException {
    executor.shutdown();
    await(() -> allocator.getAllocatedMemory() == 0);
    allocator.close();
  }

  @Test
  void readerDetectsTheDeathOfItsServer() throws Exception {
    Process server = FlightPeer.start(Peer.SERVER, path);
    try (FlightClient client = FlightGrpcUtils.createFlightClient(allocator, channel());
        FlightStream stream = client.getStream(FlightPeer.endless())) {
      assertTrue(stream.next());
      server.destroyForcibly().waitFor();
      FlightRuntimeException e =
          assertThrows(
              FlightRuntimeException.class,
              () -> {
                while (stream.next()) {
                  assertTrue(FlightBatches.matches(allocator, 2, stream.getRoot()));
                }
              });
      assertEquals(FlightStatusCode.UNAVAILABLE, e.status().code());
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  @Test
  void producerEndsWhenItsReaderIsKilled() throws Exception {
    var producer = new BatchProducer(allocator, executor);
    start(
        serverBuilder()
            .addService(
                FlightGrpcUtils.createFlightService(
                    allocator, producer, ServerAuthHandler.NO_OP, executor)));
    Process client = FlightPeer.start(Peer.CLIENT, path);
    client.destroyForcibly().waitFor();
    assertTrue(producer.ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS));
  }
}
