// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import dev.segue.benchmark.processes.ProcessSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The measured transports, with the JVM flags that they need.
enum ShmLibrary {
  /// Reference: a bare flag for each direction, in its own cache line.
  FLAG("flag", List.of(), FlagWire::new),
  /// Segue; messages are copied into the lane.
  SEGUE("segue", Flags.NATIVE, SegueWire.Way.COPY::open),
  /// Segue; messages are created in the lane.
  SEGUE_IN_PLACE("segue-in-place", Flags.NATIVE, SegueWire.Way.IN_PLACE::open),
  /// Segue; receivers sleep until a message wakes them. On the slow schedule, a round trip takes
  /// two wake-ups; back to back, receivers are rarely asleep.
  SEGUE_BLOCKING("segue-blocking", Flags.NATIVE, SegueWire.Way.BLOCKING::open),
  /// Agrona's single-producer ring buffer.
  AGRONA_RING("agrona-ring", Flags.AGRONA, AgronaWire::oneToOne),
  /// Agrona's many-producer ring buffer.
  AGRONA_MANY_TO_ONE("agrona-many-to-one", Flags.AGRONA, AgronaWire::manyToOne),
  /// Aeron through shared memory.
  AERON_IPC("aeron-ipc", Flags.AGRONA, AeronWire::new),
  /// A blocking Unix domain socket.
  UNIX_SOCKET("unix-socket", List.of(), SocketWire::new),
  /// Reference, not a transport: one in-process copy of each message.
  COPY(
      "copy",
      List.of(),
      (_, _, _) -> {
        throw new IllegalStateException("copy is not a transport between processes");
      });

  /// Its name in options and results.
  final String key;

  final List<String> flags;
  private final Opener opener;

  ShmLibrary(String key, List<String> flags, Opener opener) {
    this.key = key;
    this.flags = flags;
    this.opener = opener;
  }

  private static final class Flags {
    static final List<String> NATIVE = List.of("--enable-native-access=ALL-UNNAMED");

    /// Disables bounds checks, as in Aeron's samples and Agrona's own benchmarks.
    static final List<String> AGRONA =
        List.of(
            "-Dagrona.disable.bounds.checks=true",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED");
  }

  @FunctionalInterface
  private interface Opener {
    Wire open(boolean client, Path directory, Content content) throws IOException;
  }

  static ShmLibrary of(String key) {
    return ProcessSettings.transport(key, values(), library -> library.key);
  }

  /// Returns whether the transport supports messages of a given length.
  boolean takes(int length) {
    return (this != FLAG && this != SEGUE_BLOCKING) || length == ShmCase.SHORTEST;
  }

  /// Opens one end.
  ///
  /// @param client true for the client, which creates the shared files; the server waits for them
  Wire open(boolean client, Path directory, Content content) throws IOException {
    return opener.open(client, directory, content);
  }
}
