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
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The names and settings of the channels of a server and of its connections.
final class ConnectionFiles {

  /// The maximum time in which a client joins the channels that it has created.
  private static final Duration ABANDONED_AFTER = Duration.ofSeconds(5);

  private static final String CONNECTION = ".conn-";
  private static final String ID = "[0-9a-f]{16}-[cs]";
  private static final int CLIENTS_AT_ONCE = 63;

  private ConnectionFiles() {}

  /// The channel to which a client writes.
  static Path fromClient(Path server, long id) {
    return name(server, id, 'c');
  }

  /// The channel to which a server writes.
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

  /// Whether a live server reads the channel at a path.
  static boolean isServed(Channel channel) {
    return channel.members().stream().anyMatch(member -> member.role() == MemberRole.SUBSCRIBER);
  }

  /// Deletes the channel at a server's path if its server has died.
  static void unlinkIfDead(Channel channel) {
    try {
      boolean _ = channel.unlinkIfUnread();
    } catch (TransportException | IllegalStateException e) {
      // The channel is already deleted, or cannot be read.
    }
  }

  /// Deletes the channels of clients that died before they were connected.
  static void deleteAbandoned(ServerPath server) {
    Instant latest = Instant.now().minus(ABANDONED_AFTER);
    list(server).stream()
        .filter(path -> isOlder(path, latest))
        .forEach(path -> unlinkIfEmpty(server, path));
  }

  /// Deletes the channels in a list that have no members: their clients have died, or have not
  /// joined them.
  static void deleteUnjoined(ServerPath server, List<Path> channels) {
    channels.forEach(path -> unlinkIfEmpty(server, path));
  }

  /// Lists the paths whose names are those of a server's connections.
  static List<Path> list(ServerPath server) {
    Path parent = server.path().toAbsolutePath().getParent();
    if (parent == null) {
      return List.of();
    }
    Pattern name = Pattern.compile(Pattern.quote(server.path().getFileName() + CONNECTION) + ID);
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(
            parent, file -> name.matcher(file.getFileName().toString()).matches())) {
      entries.forEach(found::add);
    } catch (IOException | DirectoryIteratorException e) {
      // The directory cannot be listed, so the channels stay.
    }
    return found;
  }

  private static boolean isOlder(Path path, Instant latest) {
    try {
      return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS)
          .toInstant()
          .isBefore(latest);
    } catch (IOException e) {
      return false; // Already deleted.
    }
  }

  private static void unlinkIfEmpty(ServerPath server, Path path) {
    try (Channel channel = server.open(path)) {
      if (channel.config().topology() != Topology.PAIR) {
        return; // Another application's channel may have such a name.
      }
      boolean _ = channel.unlinkIfUnused();
    } catch (TransportException e) {
      // The channel is already deleted, damaged, or another user's.
    }
  }
}
