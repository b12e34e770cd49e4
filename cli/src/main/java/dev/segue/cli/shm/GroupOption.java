// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.shm.Channel;
import dev.segue.shm.TransportException;
import dev.segue.shm.TransportException.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option `--group`, which opens channels that a group of users shares.
final class GroupOption {

  @Option(
      names = "--group",
      paramLabel = "GROUP",
      description = "The group that shares the channel. Default: none, it is one of your own.")
  private @Nullable String group;

  /// Opens a channel at its path or, if there is none, by its name in the default directory.
  Channel openNamed(Path path) {
    if (Files.isDirectory(path) && Files.isExecutable(path) && !Channels.looksLikeOne(path)) {
      throw new TransportException(
          Kind.INCOMPATIBLE,
          "%s is not a channel; to list the channels in it, run: segue shm ls %s"
              .formatted(path.toAbsolutePath(), path));
    }
    try {
      return open(path);
    } catch (TransportException e) {
      if (e.kind() != Kind.NOT_FOUND) {
        throw e;
      }
      Path inDefault = Channels.defaultDirectory().resolve(path);
      if (Channels.isName(path) && Channels.looksLikeOne(inDefault)) {
        return open(inDefault);
      }
      String message = e.getMessage() + (Channels.isName(path) ? " or " + inDefault : "");
      throw new TransportException(e.kind(), message + MissingChannel.hint(path, e), e);
    }
  }

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
