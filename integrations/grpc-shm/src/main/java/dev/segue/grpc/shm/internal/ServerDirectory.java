// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import dev.segue.shm.Channel;
import dev.segue.shm.TransportException;
import dev.segue.shm.TransportException.Kind;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Monitors the directory of a server's channel, whose files may be deleted by something else, such
/// as a service that cleans temporary directories. The channel's members would not notice, because
/// they have the files open.
///
/// @param path the server's path
/// @param key the directory's identity, null if the file system has none
record ServerDirectory(Path path, @Nullable Object key) {

  private static final String CONTROL = "channel";
  private static final String LOCKS = "locks";
  private static final String LANE = "lane-";

  /// Returns the current directory at a path.
  static ServerDirectory of(Path path) {
    try {
      return new ServerDirectory(path, keyOf(path));
    } catch (IOException e) {
      return new ServerDirectory(path, null); // Just deleted.
    }
  }

  /// Whether this directory is still at the path. Otherwise the channel was unlinked or is lost,
  /// which its members detect.
  private boolean isInPlace() {
    try {
      return key == null ? Files.isDirectory(path) : key.equals(keyOf(path));
    } catch (IOException e) {
      return false;
    }
  }

  private static @Nullable Object keyOf(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
        .fileKey();
  }

  /// Checks that clients can open all files of the channel, if the directory is still at its path.
  ///
  /// @param channel the server's channel
  /// @throws TransportException `NOT_FOUND` or `CORRUPT`, with the file's name, if they cannot
  void requireFiles(Channel channel) {
    if (!isInPlace()) {
      return;
    }
    try {
      requireAll(channel);
    } catch (TransportException e) {
      // Unlinking moves the directory before it deletes the files.
      if (isInPlace()) {
        throw e;
      }
    }
  }

  private void requireAll(Channel channel) {
    requireFile(CONTROL);
    requireFile(LOCKS);
    try {
      int _ = channel.lanes().size(); // Maps each lane.
    } catch (TransportException e) {
      if (e.kind() == Kind.NOT_FOUND && e.getCause() instanceof NoSuchFileException missing) {
        throw deleted(missing.getFile(), e);
      }
      if (e.kind() == Kind.NOT_FOUND || e.kind() == Kind.CORRUPT) {
        throw e;
      }
      // A process that is paused holds the locks, or there is no memory: the next check may
      // succeed.
    }
  }

  private void requireFile(String name) {
    if (isMissing(name)) {
      throw deleted(path.resolve(name).toString(), null);
    }
  }

  private boolean isMissing(String name) {
    return Files.notExists(path.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  /// Names the missing files that every channel has, for a log; empty if there are none.
  String describeMissing() {
    List<String> missing = Stream.of(CONTROL, LOCKS).filter(this::isMissing).toList();
    return missing.isEmpty() ? "" : ": files were deleted: " + String.join(", ", missing);
  }

  private static TransportException deleted(String file, @Nullable Throwable cause) {
    String text = file + " was deleted: the server creates its files anew";
    return cause == null
        ? new TransportException(Kind.NOT_FOUND, text)
        : new TransportException(Kind.NOT_FOUND, text, cause);
  }

  /// Deletes the remains of a channel without a control file. Does nothing if another directory is
  /// at the path by now.
  ///
  /// @throws IOException if the directory has files that are not the channel's
  void deleteRest() throws IOException {
    if (key == null || !isInPlace() || Files.exists(path.resolve(CONTROL))) {
      return;
    }
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(path, ServerDirectory::isOurs)) {
      entries.forEach(files::add);
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(path);
  }

  private static boolean isOurs(Path file) {
    String name = file.getFileName().toString();
    return name.equals(LOCKS) || name.startsWith(LANE);
  }
}
