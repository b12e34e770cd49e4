// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.nio.file.Path;

/// The process at the other end: it echoes, or takes in, as the stamps of the messages say.
final class Server {

  /// From here on messages are taken in, and not echoed.
  static final long TAKE_IN = -1;

  /// Told back at once; from here on messages are echoed.
  static final long ECHO = -2;

  /// The last message.
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
        // says nothing
      }
    } catch (IOException e) {
      // As good as its end.
    }
    Runtime.getRuntime().halt(1);
  }
}
