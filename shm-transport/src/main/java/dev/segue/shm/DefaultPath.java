// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Where channels are that are known by a name: in `/dev/shm` if there is one, else in a directory
/// of the user's among the temporary files.
final class DefaultPath {

  /// Shorter than a file name may be: what is made beside a channel has longer names.
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,126}");

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private DefaultPath() {}

  static Path of(String name) {
    boolean linux = System.getProperty("os.name").equals("Linux");
    return of(
        name,
        linux && Files.isDirectory(SHARED_MEMORY) ? SHARED_MEMORY : null,
        Path.of(System.getProperty("java.io.tmpdir")),
        System.getProperty("user.name"));
  }

  /// The same with a system of the caller's choice.
  ///
  /// @param memory a directory in memory, or null
  /// @param temporary where temporary files go
  /// @param user whose directory to use there
  static Path of(String name, @Nullable Path memory, Path temporary, String user) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is no channel name: use 1 to 127 letters, digits, '_', '-' and '.', and begin with a letter, a digit or '_'"
              .formatted(name));
    }
    if (memory != null) {
      return memory.resolve(name);
    }
    Path directory = temporary.resolve("segue-" + user.replaceAll("[^A-Za-z0-9._-]", "_"));
    try {
      if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
        create(directory);
      }
      SharedFile.requireOwnDirectory(directory);
    } catch (IOException e) {
      throw TransportException.of(directory, e);
    }
    return directory.resolve(name);
  }

  private static void create(Path directory) throws IOException {
    try {
      SharedFile.createDirectory(directory);
    } catch (FileAlreadyExistsException e) {
      // Another process was faster.
    }
  }
}
