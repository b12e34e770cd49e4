// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.auth.ServerAuthHandler;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/// A server of Arrow Flight, or a client that reads its endless stream, in another process.
@SuppressWarnings({"deprecation", "try"}) // Arrow's handler, and close() that may be interrupted.
final class FlightPeer {

  private static final List<String> FLAGS =
      List.of(
          "--sun-misc-unsafe-memory-access=allow",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "-Xmx256m");

  private FlightPeer() {}

  /// @param arguments `server` or `client`, and the path of the server
  public static void main(String[] arguments) throws Exception {
    Path path = Path.of(arguments[1]);
    BufferAllocator allocator = new RootAllocator();
    if (arguments[0].equals(Peer.SERVER)) {
      ExecutorService executor = java.util.concurrent.Executors.newCachedThreadPool();
      ShmServerBuilder.forPath(path)
          .addService(
              FlightGrpcUtils.createFlightService(
                  allocator,
                  new BatchProducer(allocator, executor),
                  ServerAuthHandler.NO_OP,
                  executor))
          .build()
          .start();
      Peer.say("ready");
      Peer.awaitEnd();
    } else {
      try (FlightClient client =
              FlightGrpcUtils.createFlightClient(
                  allocator, ShmChannelBuilder.forPath(path).build());
          FlightStream stream = client.getStream(endless())) {
        Peer.say(stream.next() ? "ready" : "no batch");
        Peer.awaitEnd();
      }
    }
    System.exit(0);
  }

  static Ticket endless() {
    return new Ticket(BatchProducer.ENDLESS.getBytes(StandardCharsets.UTF_8));
  }

  /// Starts a peer, and waits until it is ready. The caller must end it.
  static Process start(String role, Path path) throws IOException {
    Process peer = Peer.start(FLAGS, FlightPeer.class, role, path.toString());
    Peer.awaitReady(peer);
    return peer;
  }
}
