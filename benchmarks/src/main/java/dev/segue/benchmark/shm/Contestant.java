// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The measured transports, with the JVM flags that they need.
enum Contestant {
  /// A bare flag for each direction, in a cache line of its own: a reference.
  FLAG("flag", List.of()),
  /// Segue; messages are copied into the lane.
  SEGUE("segue", List.of("--enable-native-access=ALL-UNNAMED")),
  /// Segue; messages are created in the lane.
  SEGUE_IN_PLACE("segue-in-place", List.of("--enable-native-access=ALL-UNNAMED")),
  /// Segue; receivers sleep until a message wakes them. A round trip takes two wake-ups on the slow
  /// schedule; back to back, receivers are seldom asleep.
  SEGUE_BLOCKING("segue-blocking", List.of("--enable-native-access=ALL-UNNAMED")),
  /// Agrona's single-producer ring buffer.
  AGRONA_RING("agrona-ring", Flags.AGRONA),
  /// Agrona's many-producer ring buffer.
  AGRONA_MANY_TO_ONE("agrona-many-to-one", Flags.AGRONA),
  /// Aeron through shared memory.
  AERON_IPC("aeron-ipc", Flags.AGRONA),
  /// A Unix domain socket, blocking.
  UNIX_SOCKET("unix-socket", List.of()),
  /// No transport: one copy of each message, in one process: a reference.
  COPY("copy", List.of());

  /// Its name in options and results.
  final String key;

  final List<String> flags;

  /// How long the processes take until the client measures, and to end.
  final double secondsToStart;

  Contestant(String key, List<String> flags) {
    this.key = key;
    this.flags = flags;
    secondsToStart = key.startsWith("aeron") ? 1.0 : 0.7;
  }

  private static final class Flags {
    /// Without bounds checks, as Aeron's samples and Agrona's own benchmarks run.
    static final List<String> AGRONA =
        List.of(
            "-Dagrona.disable.bounds.checks=true",
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED");
  }

  static Contestant of(String key) {
    return Arrays.stream(values())
        .filter(contestant -> contestant.key.equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no such transport: " + key));
  }

  /// Returns whether it supports messages of that length.
  boolean takes(int length) {
    return (this != FLAG && this != SEGUE_BLOCKING) || length == ShmCase.SHORTEST;
  }

  /// Opens one end.
  ///
  /// @param client true for the client, which creates the shared files; the server waits for them
  Wire open(boolean client, Path directory, Content content) throws IOException {
    return switch (this) {
      case FLAG -> new FlagWire(client, directory, content);
      case SEGUE -> new SegueWire(client, directory, content, SegueWire.Way.COPY);
      case SEGUE_IN_PLACE -> new SegueWire(client, directory, content, SegueWire.Way.IN_PLACE);
      case SEGUE_BLOCKING -> new SegueWire(client, directory, content, SegueWire.Way.BLOCKING);
      case AGRONA_RING -> new AgronaWire(client, directory, content, true);
      case AGRONA_MANY_TO_ONE -> new AgronaWire(client, directory, content, false);
      case AERON_IPC -> new AeronWire(client, directory, content);
      case UNIX_SOCKET -> new SocketWire(client, directory, content);
      case COPY -> throw new IllegalStateException("copy is not a transport between processes");
    };
  }
}
