// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.nio.file.Path;

/// The process at the other end: echoes or consumes messages, depending on their stamps.
final class Server {

  /// From this stamp on, messages are consumed without an echo.
  static final long TAKE_IN = -1;

  /// Acknowledged at once; from this stamp on, messages are echoed.
  static final long ECHO = -2;

  /// The stamp of the last message.
  static final long END = -3;

  private Server() {}

  public static void main(String[] args) throws IOException {
    Contestant contestant = Contestant.of(args[0]);
    Content content = Content.of(args[2]);
    Thread.ofPlatform().daemon().start(Server::endWithTheParent);
    try (Wire wire = contestant.open(false, Path.of(args[1]), content)) {
      boolean echoing = true;
      for (long stamp = wire.receive(); stamp != END; stamp = wire.receive()) {
        if (stamp == TAKE_IN) {
          echoing = false;
        } else if (stamp == ECHO) {
          echoing = true;
        }
        if (echoing) {
          wire.send(stamp);
        }
      }
    }
  }

  private static void endWithTheParent() {
    try {
      while (System.in.read() >= 0) {
        // nothing is ever written
      }
    } catch (IOException e) {
      // Treated like the end of the input.
    }
    Runtime.getRuntime().halt(1);
  }
}
