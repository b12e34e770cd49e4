// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.benchmark.processes.Processes;
import java.io.IOException;
import java.nio.file.Path;

/// The server process: echoes or consumes messages, depending on their stamps, and echoes the
/// [Flag] when they pause.
final class Server {
  /// After this stamp, messages are consumed without an echo.
  static final long TAKE_IN = -1;

  /// This stamp is acknowledged at once; after it, messages are echoed.
  static final long ECHO = -2;

  /// The stamp of the last message before the flag is measured.
  static final long PAUSE = -3;

  private Server() {}

  public static void main(String[] args) throws IOException {
    Processes.endEarly();
    ShmLibrary library = ShmLibrary.of(args[0]);
    Path directory = Path.of(args[1]);
    try (Wire wire = library.open(false, directory, Content.of(args[2]))) {
      var flag = new Flag(false, directory.resolve("flag"));
      do {
        answer(wire);
      } while (flag.echo() == Flag.PROCEED);
    }
  }

  private static void answer(Wire wire) throws IOException {
    boolean echoing = true;
    for (long stamp = wire.receive(); stamp != PAUSE; stamp = wire.receive()) {
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
