// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;

/// Files and directories next to a path that a process left because it died before deleting them.
public final class Leftovers {

  /// Deletes a file or directory if it is a leftover.
  @FunctionalInterface
  public interface Deletion {
    /// Deletes a leftover. Fails if it must not be deleted, or another process deletes it
    /// meanwhile.
    void delete(Path leftover) throws IOException;
  }

  private Leftovers() {}

  /// Deletes leftovers as far as possible. Those that cannot be listed or deleted stay, without an
  /// error.
  ///
  /// @param file the path next to which leftovers are; it need not exist
  /// @param names matches the names of leftovers
  /// @param unchangedFor how long a leftover must have been unmodified
  public static void delete(
      Path file, Predicate<String> names, Duration unchangedFor, Deletion deletion) {
    Path parent = file.toAbsolutePath().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      return;
    }
    try (DirectoryStream<Path> candidates =
        Listing.of(parent, entry -> names.test(entry.getFileName().toString()))) {
      candidates.forEach(candidate -> deleteIfOld(candidate, unchangedFor, deletion));
    } catch (IOException | DirectoryIteratorException e) {
      // The directory cannot be listed, so its leftovers stay.
    }
  }

  private static void deleteIfOld(Path candidate, Duration unchangedFor, Deletion deletion) {
    Instant latest = Instant.now().minus(unchangedFor);
    try {
      if (Files.getLastModifiedTime(candidate, LinkOption.NOFOLLOW_LINKS)
          .toInstant()
          .isBefore(latest)) {
        deletion.delete(candidate);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Already deleted, damaged, or another user's: continue with the next one.
    }
  }
}
