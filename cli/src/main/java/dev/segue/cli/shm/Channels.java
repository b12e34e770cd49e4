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
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Finds and describes channels.
final class Channels {

  /// The conventional directory for channels.
  static final String DEFAULT_DIRECTORY = "/dev/shm";

  private Channels() {}

  /// Returns the paths of all files in a directory that look like channels.
  static List<Path> below(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.filter(Channels::looksLikeOne).sorted().toList();
    }
  }

  private static boolean looksLikeOne(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
        && !path.getFileName().toString().startsWith(".")
        && Files.isRegularFile(path.resolve("channel"), LinkOption.NOFOLLOW_LINKS)
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
