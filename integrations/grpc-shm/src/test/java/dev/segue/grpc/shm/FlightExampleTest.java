// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.grpc.Server;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
final class FlightExampleTest {

  @Test
  void clientReadsWhatTheServerSends() throws Exception {
    Path path = ShmPaths.next();
    try (BufferAllocator allocator = new RootAllocator();
        ExecutorService executor = java.util.concurrent.Executors.newCachedThreadPool()) {
      Server server = FlightExample.serve(path, allocator, executor);
      try {
        assertEquals(FlightExample.SUM, FlightExample.sum(path, allocator));
      } finally {
        server.shutdownNow();
        CallTest.assertTerminates(server);
      }
    }
    ShmPaths.requireNothingLeft(path);
  }
}
