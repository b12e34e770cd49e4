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

/// What somebody left beside a file who died before clearing it up.
public final class Leftovers {

  /// What deletes one of them, or finds that it is none.
  @FunctionalInterface
  public interface Deletion {
    /// Fails where it may not, or where somebody else was faster.
    void delete(Path leftover) throws IOException;
  }

  private Leftovers() {}

  /// Deletes them as far as it can: what cannot be listed or deleted stays, and is nobody's error.
  ///
  /// @param file whose neighbours they are; it need not exist
  /// @param names tells their names from others
  /// @param unchangedFor how long they have not been changed, at least
  public static void delete(
      Path file, Predicate<String> names, Duration unchangedFor, Deletion deletion) {
    Path parent = file.toAbsolutePath().getParent();
    if (parent == null || !Files.isDirectory(parent)) {
      return;
    }
    try (DirectoryStream<Path> candidates =
        Files.newDirectoryStream(parent, entry -> names.test(entry.getFileName().toString()))) {
      candidates.forEach(candidate -> deleteIfOld(candidate, unchangedFor, deletion));
    } catch (IOException | DirectoryIteratorException e) {
      // Not to be listed, so not to be cleared up.
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
      // Gone just now, or damaged, or another user's: what is next may still be deleted.
    }
  }
}
