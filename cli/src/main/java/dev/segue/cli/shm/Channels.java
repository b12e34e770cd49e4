// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.shm.Channel;
import dev.segue.shm.LaneStatus;
import dev.segue.shm.MemberStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// Finding channels, and putting them into words.
final class Channels {

  /// Where they are by convention.
  static final String DEFAULT_DIRECTORY = "/dev/shm";

  private Channels() {}

  /// What looks like a channel, right below a directory.
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

  /// A channel in one line.
  static String summary(Channel channel) {
    List<MemberStatus> members = channel.members();
    List<LaneStatus> lanes = channel.lanes();
    long publishers = members.stream().filter(MemberStatus::publisher).count();
    return "%-9s %,13d bytes  %3d publishers  %3d subscribers  %4d lanes  %,14d messages"
        .formatted(
            channel.config().topology().name().toLowerCase(Locale.ROOT),
            channel.config().capacityBytes(),
            publishers,
            members.size() - publishers,
            lanes.size(),
            lanes.stream().mapToLong(LaneStatus::messages).sum());
  }
}
