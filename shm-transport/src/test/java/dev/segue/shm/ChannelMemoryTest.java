// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The formula in docs/shm.md.
class ChannelMemoryTest {

  private static final long CAPACITY = 1L << 16;
  private static final int MEMBERS = 12;

  @TempDir private Path directory = Path.of("");

  private static long documented(int lanes) {
    return lanes * (CAPACITY + 8192)
        + 4096
        + 128L * MEMBERS
        + 64L * Math.max(16, MEMBERS * MEMBERS / 2);
  }

  private static long sizeOf(Path channel) throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(channel)) {
      for (Path file : files.toList()) {
        bytes += file.endsWith("locks") ? 0 : Files.size(file);
      }
    }
    return bytes;
  }

  @Test
  void aPairHasOneLane() throws IOException {
    Path path = directory.resolve("pair");
    try (Channel _ = Channel.create(path, config(Topology.PAIR))) {
      assertEquals(documented(1), sizeOf(path));
    }
  }

  @Test
  void aQueueHasALaneForEachPublisherAndSubscriber() throws IOException {
    Path path = directory.resolve("queue");
    try (Channel channel = Channel.create(path, config(Topology.QUEUE))) {
      var _ = channel.addPublisher();
      var _ = channel.addPublisher();
      assertEquals(documented(2), sizeOf(path));
      for (int i = 0; i < 3; i++) {
        var _ = channel.addSubscriber();
      }
      assertEquals(documented(6), sizeOf(path));
    }
  }

  private static ChannelConfig config(Topology topology) {
    return ChannelConfig.defaults()
        .withTopology(topology)
        .withLaneCapacity(CAPACITY)
        .withMaxMembers(MEMBERS);
  }
}
