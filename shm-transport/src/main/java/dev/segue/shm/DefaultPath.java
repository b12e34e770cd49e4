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
/// directory of the user: on Windows below the directory for local application data, elsewhere
/// below the temporary directory.
final class DefaultPath {

  /// Shorter than the limit for file names, because related files have longer names.
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,126}");

  /// Names that Windows reserves for devices, with any extension, or would change.
  private static final Pattern RESERVED =
      Pattern.compile(
          "(?:con|prn|aux|nul|com\\d|lpt\\d)(?:\\..*)?|.*\\.", Pattern.CASE_INSENSITIVE);

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private DefaultPath() {}

  static Path of(String name) {
    String system = System.getProperty("os.name");
    if (system.equals("Linux") && Files.isDirectory(SHARED_MEMORY)) {
      return SHARED_MEMORY.resolve(valid(name));
    }
    @Nullable String local = System.getenv("LOCALAPPDATA");
    if (system.startsWith("Windows") && local != null && Files.isDirectory(Path.of(local))) {
      return onWindows(name, Path.of(local));
    }
    return inTemporary(
        name, Path.of(System.getProperty("java.io.tmpdir")), System.getProperty("user.name"));
  }

  /// Returns the path in a private directory of a user.
  ///
  /// @param temporary the directory for temporary files
  static Path inTemporary(String name, Path temporary, String user) {
    return inPrivate(
        valid(name), temporary.resolve("segue-" + user.replaceAll("[^A-Za-z0-9._-]", "_")));
  }

  /// Returns the path on Windows.
  ///
  /// @param local the directory for the user's local application data
  static Path onWindows(String name, Path local) {
    if (RESERVED.matcher(valid(name)).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is not a channel name on Windows: it is reserved for a device, or ends with '.'"
              .formatted(name));
    }
    return inPrivate(name, local.resolve("Segue"));
  }

  private static String valid(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"%s\" is not a channel name: use 1 to 127 letters, digits, '_', '-' and '.', starting with a letter, a digit or '_'"
              .formatted(name));
    }
    return name;
  }

  private static Path inPrivate(String name, Path directory) {
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
      // Another process has created it.
    }
  }
}
