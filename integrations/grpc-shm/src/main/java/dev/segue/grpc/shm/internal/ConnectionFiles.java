// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.MemberRole;
import dev.segue.shm.Topology;
import dev.segue.shm.TransportException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// The names and settings of the channels of a server and of its connections.
final class ConnectionFiles {

  /// How long a client needs at most to join the channels that it has created.
  private static final Duration ABANDONED_AFTER = Duration.ofSeconds(5);

  private static final String CONNECTION = ".conn-";
  private static final int CLIENTS_AT_ONCE = 63;

  private ConnectionFiles() {}

  /// The channel in which a client writes.
  static Path fromClient(Path server, long id) {
    return name(server, id, 'c');
  }

  /// The channel in which a server writes.
  static Path fromServer(Path server, long id) {
    return name(server, id, 's');
  }

  private static Path name(Path server, long id, char direction) {
    return server.resolveSibling(
        "%s%s%016x-%c".formatted(server.getFileName(), CONNECTION, id, direction));
  }

  /// The settings of the channel in which clients announce themselves.
  static ChannelConfig ofServer() {
    return ChannelConfig.defaults()
        .withTopology(Topology.QUEUE)
        .withLaneCapacity(Hello.MAX_LENGTH)
        .withMaxMembers(CLIENTS_AT_ONCE + 1)
        .withMemberTimeout(Duration.ZERO);
  }

  /// The settings of the channels of a connection.
  static ChannelConfig ofConnection(long laneCapacity) {
    return ChannelConfig.defaults()
        .withTopology(Topology.PAIR)
        .withLaneCapacity(laneCapacity)
        .withMaxMembers(2)
        .withMemberTimeout(Duration.ZERO);
  }

  /// Whether a server reads the channel at its path.
  static boolean isServed(Channel channel) {
    return channel.members().stream().anyMatch(member -> member.role() == MemberRole.SUBSCRIBER);
  }

  /// Deletes the channel at a server's path if it has had a server, which has died.
  static void unlinkIfDead(Channel channel) {
    try {
      if (!isServed(channel)) {
        channel.unlink();
      }
    } catch (TransportException | IllegalStateException e) {
      // It is deleted already, or cannot be read.
    }
  }

  /// Deletes the channels of clients that died before they were connected.
  static void deleteAbandoned(Path server) {
    deleteUnjoined(server, ABANDONED_AFTER);
  }

  /// Deletes the channels of clients that do not exist or have not joined them.
  ///
  /// @param age how old the channels must be
  static void deleteUnjoined(Path server, Duration age) {
    Path parent = server.toAbsolutePath().getParent();
    if (parent == null) {
      return;
    }
    String prefix = server.getFileName() + CONNECTION;
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            parent, file -> file.getFileName().toString().startsWith(prefix))) {
      entries.forEach(path -> deleteIfOld(path, age));
    } catch (IOException | DirectoryIteratorException e) {
      // They cannot be listed, so they stay.
    }
  }

  private static void deleteIfOld(Path path, Duration age) {
    try {
      Instant latest = Instant.now().minus(age);
      if (Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant().isBefore(latest)) {
        unlinkIfEmpty(path);
      }
    } catch (IOException e) {
      // It is deleted already.
    }
  }

  private static void unlinkIfEmpty(Path path) {
    try (Channel channel = Channel.open(path)) {
      if (channel.members().isEmpty()) {
        channel.unlink();
      }
    } catch (TransportException e) {
      // It is deleted already, damaged, or another user's.
    }
  }
}
