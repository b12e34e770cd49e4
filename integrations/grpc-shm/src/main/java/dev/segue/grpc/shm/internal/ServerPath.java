// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import dev.segue.shm.Channel;
import dev.segue.shm.ChannelConfig;
import dev.segue.shm.TransportException;
import dev.segue.shm.TransportException.Kind;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The path of a server, and the users that may connect to it.
///
/// @param path an absolute path
/// @param group the group whose members may connect; null: only the server's user may connect
public record ServerPath(Path path, @Nullable String group) {

  private static final String CONTROL_FILE = "channel";

  /// Returns an absolute path.
  ///
  /// @throws IllegalArgumentException if it is in a ZIP file or another file system of Java
  public static Path checked(Path path) {
    if (!path.getFileSystem().equals(FileSystems.getDefault())) {
      throw new IllegalArgumentException(
          "path=%s is in %s: choose a path of the operating system, such as one in /dev/shm"
              .formatted(path, path.getFileSystem()));
    }
    return path.toAbsolutePath();
  }

  /// Returns this path for the members of a group.
  ///
  /// @throws IllegalArgumentException if the name is blank
  public ServerPath withGroup(String name) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("group=\"" + name + "\": must be the name of a group");
    }
    return new ServerPath(path, name);
  }

  /// Opens a channel of the server.
  Channel open(Path file) {
    return group == null ? Channel.open(file) : Channel.open(file, group);
  }

  /// Adds the group to the settings of a channel.
  ChannelConfig shared(ChannelConfig config) {
    return group == null ? config : config.withGroup(group);
  }

  /// Returns the exception of a server that cannot use the path.
  String serverError(TransportException e) {
    Path parent = path.getParent();
    if (e.kind() == Kind.NOT_FOUND && parent != null && Files.isDirectory(parent)) {
      return "no directory can be created in " + parent + ": choose another path";
    }
    return isOtherDirectory(e)
        ? "it is a directory that no server has created: choose a path that does not exist"
        : text(e).replace("choose a smaller capacity", "enlarge the file system");
  }

  /// Returns the exception of a client that cannot connect.
  public String clientError(Throwable e) {
    if (!(e instanceof TransportException failure)) {
      return String.valueOf(e.getMessage());
    }
    Path parent = path.getParent();
    if (failure.kind() == Kind.NOT_FOUND
        && Files.notExists(path)
        && parent != null
        && Files.isDirectory(parent)) {
      return "there is no server: start it, or wait for it with withWaitForReady()";
    }
    return isOtherDirectory(failure)
        ? "it is a directory that no server has created"
        : text(failure)
            .replace(
                "choose a smaller capacity", "choose a smaller laneCapacity(...) of the channel");
  }

  private static String text(TransportException e) {
    return String.valueOf(e.getMessage());
  }

  /// Whether the failure means that the path is some other directory, so that its permissions do
  /// not matter.
  private boolean isOtherDirectory(TransportException e) {
    return (e.kind() == Kind.ACCESS_DENIED || e.kind() == Kind.INCOMPATIBLE)
        && Files.isDirectory(path)
        && Files.notExists(path.resolve(CONTROL_FILE));
  }
}
