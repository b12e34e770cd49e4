// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The default paths of named channels: in `/dev/shm` if it exists, otherwise in a private
/// directory of the user below the temporary directory.
final class DefaultPath {

  /// Shorter than the limit for file names, because related files have longer names.
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

  /// Returns the path for given directories and a given user.
  ///
  /// @param memory a directory in memory, or null
  /// @param temporary the directory for temporary files
  /// @param user the name of the user
  static Path of(String name, @Nullable Path memory, Path temporary, String user) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is not a channel name: use 1 to 127 letters, digits, '_', '-' and '.', starting with a letter, a digit or '_'"
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
      Access.OWNER.requireDirectory(directory);
    } catch (IOException e) {
      throw TransportException.of(directory, e);
    }
    return directory.resolve(name);
  }

  private static void create(Path directory) throws IOException {
    try {
      SharedFile.createDirectory(directory, Access.OWNER);
    } catch (FileAlreadyExistsException e) {
      // Another process was faster.
    }
  }
}
