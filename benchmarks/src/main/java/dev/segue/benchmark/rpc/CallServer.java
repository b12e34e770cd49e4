// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.processes.Processes;
import io.grpc.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The server process: serves the [EchoService] until the client ends it.
final class CallServer {
  private static final String PORT = "port";
  private static final long RETRY_NANOS = 1_000_000;
  private static final long GRACE_SECONDS = 5;

  private CallServer() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Processes.endEarly();
    CallTransport transport = CallTransport.of(args[0]);
    Path directory = Path.of(args[1]);
    EchoService service = EchoService.of(new CallMessage(args[2], args[3]));
    var end = new CountDownLatch(1);
    Server server =
        transport.server(directory).addService(service.bind(end::countDown)).build().start();
    publishPort(directory, server.getPort());
    end.await();
    if (!server.shutdown().awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
      server.shutdownNow().awaitTermination();
    }
    System.exit(0); // does not wait for idle executor threads to end
  }

  static void publishPort(Path directory, int port) throws IOException {
    Path unfinished = directory.resolve(PORT + ".new");
    Files.writeString(unfinished, Integer.toString(port));
    Files.move(unfinished, directory.resolve(PORT), StandardCopyOption.ATOMIC_MOVE);
  }

  /// Waits until the server accepts calls.
  ///
  /// @return its port
  static int awaitPort(Path directory) throws IOException {
    Path file = directory.resolve(PORT);
    while (!Files.exists(file)) {
      LockSupport.parkNanos(RETRY_NANOS);
    }
    return Integer.parseInt(Files.readString(file));
  }
}
