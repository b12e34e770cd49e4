// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.Quantity;
import dev.segue.shm.Channel;
import dev.segue.shm.LaneStatus;
import dev.segue.shm.MemberRole;
import dev.segue.shm.MemberStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Finds and describes channels.
final class Channels {

  /// The conventional directory for channels.
  static final String DEFAULT_DIRECTORY = "/dev/shm";

  /// The description of the channel argument in the help of a command.
  static final String PATH_OR_NAME =
      "Path of the channel, or the name of one in " + DEFAULT_DIRECTORY + ".";

  private Channels() {}

  /// The default directory of named channels.
  static Path defaultDirectory() {
    return Objects.requireNonNull(Channel.defaultPath("any").toAbsolutePath().getParent());
  }

  /// Whether a path may be the name of a channel in the default directory.
  static boolean isName(Path path) {
    return !path.isAbsolute() && path.getNameCount() == 1;
  }

  /// Returns the paths of all files in a directory that look like channels.
  static List<Path> below(Path directory) throws IOException {
    return below(directory, Channels::looksLikeOne);
  }

  /// Returns the paths of all subdirectories that may be channels but are not readable for this
  /// user.
  static List<Path> closedBelow(Path directory) throws IOException {
    return below(directory, path -> !Files.isExecutable(path));
  }

  private static List<Path> below(Path directory, Predicate<Path> filter) throws IOException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new NotDirectoryException(directory.toString()); // Listing a FIFO would block forever.
    }
    try (Stream<Path> entries = Files.list(directory)) {
      return entries
          .filter(path -> !path.getFileName().toString().startsWith("."))
          .filter(path -> Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
          .filter(filter)
          .sorted()
          .toList();
    }
  }

  /// Whether a directory looks like a channel.
  static boolean looksLikeOne(Path path) {
    return Files.isRegularFile(path.resolve("channel"), LinkOption.NOFOLLOW_LINKS)
        && Files.isRegularFile(path.resolve("locks"), LinkOption.NOFOLLOW_LINKS);
  }

  /// Describes a channel in one line.
  static String summary(Channel channel) {
    List<MemberStatus> members = channel.members();
    List<LaneStatus> lanes = channel.lanes();
    long publishers = members.stream().filter(m -> m.role() == MemberRole.PUBLISHER).count();
    return String.join(
        ", ",
        channel.config().topology().name().toLowerCase(Locale.ROOT),
        Quantity.of(channel.config().laneCapacity(), "byte"),
        Quantity.of(publishers, "publisher"),
        Quantity.of(members.size() - publishers, "subscriber"),
        Quantity.of(lanes.size(), "lane"),
        Quantity.of(lanes.stream().mapToLong(LaneStatus::messages).sum(), "message"));
  }
}
