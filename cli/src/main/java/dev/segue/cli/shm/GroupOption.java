// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.shm.Channel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option `--group`, with which channels that a group of users shares are opened.
final class GroupOption {

  @Option(
      names = "--group",
      paramLabel = "GROUP",
      description = "The group that shares the channel. Default: none, it is one of your own.")
  private @Nullable String group;

  Channel open(Path path) {
    return group == null ? Channel.open(path) : Channel.open(path, group);
  }

  void unlink(Path path) {
    if (group == null) {
      Channel.unlink(path);
    } else {
      Channel.unlink(path, group);
    }
  }
}
