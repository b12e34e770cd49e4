// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.rpc;

import dev.segue.examples.rpc.Orders.Order;
import dev.segue.examples.rpc.Orders.Receipt;
import io.grpc.Server;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The server of the demo: serves the same implementation on both routes until its standard input
/// ends, which happens when its parent closes it or is killed. Then deletes the directory.
final class RpcDemoServer {

  /// The line that is printed when calls are accepted.
  static final String READY = "ready";

  private RpcDemoServer() {}

  static Receipt place(Order order) {
    return new Receipt(order.number(), order.quantity() + " x " + order.article());
  }

  /// @param args the directory for the socket and the shared memory
  public static void main(String[] args) throws IOException, InterruptedException {
    List<Server> servers = new ArrayList<>();
    for (Route route : Route.values()) {
      servers.add(route.server(Path.of(args[0])).start());
    }
    System.out.println(READY);
    System.in.transferTo(OutputStream.nullOutputStream());
    for (Server server : servers) {
      server.shutdownNow().awaitTermination(5, TimeUnit.SECONDS);
    }
    delete(Path.of(args[0]));
    System.exit(0);
  }

  /// Deletes a directory of the demo, if it still exists.
  static void delete(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
