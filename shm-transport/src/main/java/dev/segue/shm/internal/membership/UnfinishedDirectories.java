// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.Leftovers;
import dev.segue.shm.internal.os.OpenFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The directories of channels that are not complete: of those being created, and of those being
/// deleted. Their names begin with a dot, and contain the process and a random number.
final class UnfinishedDirectories {

  private static final String ALL_FILES =
      "{" + ChannelDirectory.CONTROL + "," + ChannelDirectory.LOCKS + "," + LaneFiles.PATTERN + "}";
  private static final Duration UNFINISHED_AT_MOST = Duration.ofMinutes(5);
  private static final String NEW = "new";
  private static final String OLD = "old";
  private static final String UNIQUE = "\\.\\d+-\\p{XDigit}+\\.";
  private static final Pattern UNFINISHED =
      Pattern.compile("\\..+" + UNIQUE + "(" + NEW + "|" + OLD + ")");
  private static final int MANY_FILES = 100;
  private static final long TIDY_INTERVAL_NANOS = 10_000_000_000L;

  /// Where and when leftovers were last deleted.
  private record Tidied(Path place, long nanos) {}

  private static volatile @Nullable Tidied lastTidied;

  private UnfinishedDirectories() {}

  /// A name for a channel that is created, or for one that is renamed to be deleted.
  static Path temporary(Path path) {
    return sibling(path, NEW);
  }

  /// A name for files of a channel that stay until nobody uses them.
  static Path old(Path path) {
    return sibling(path, OLD);
  }

  private static Path sibling(Path path, String suffix) {
    return path.resolveSibling(
        ".%s.%d-%x.%s"
            .formatted(
                path.getFileName(),
                ProcessHandle.current().pid(),
                ThreadLocalRandom.current().nextLong(),
                suffix));
  }

  /// Deletes the files of a channel's path that were in use when the channel was unlinked, and are
  /// not in use any more.
  static void deleteUnused(Path path) {
    if (!OpenFiles.areDeletable(path)) {
      Pattern old = Pattern.compile(Pattern.quote("." + path.getFileName()) + UNIQUE + OLD);
      Leftovers.delete(
          path, name -> old.matcher(name).matches(), Duration.ZERO, UnfinishedDirectories::delete);
    }
  }

  /// Deletes directories that processes left when they died while creating or deleting a channel:
  /// neither takes as long as their age. A directory that cannot be deleted does no harm and stays:
  /// it may have been completed and renamed, be another user's, or contain other files.
  ///
  /// If there are many files, they are listed from time to time, not for each new channel.
  static void deleteLeftovers(Path path) {
    @Nullable Path parent = path.toAbsolutePath().getParent();
    long now = System.nanoTime();
    @Nullable Tidied last = lastTidied;
    if (last != null && last.place.equals(parent) && now - last.nanos < TIDY_INTERVAL_NANOS) {
      return;
    }
    int[] listed = {0};
    Leftovers.delete(
        path,
        name -> {
          listed[0]++;
          return UNFINISHED.matcher(name).matches();
        },
        UNFINISHED_AT_MOST,
        UnfinishedDirectories::delete);
    lastTidied = parent == null || listed[0] < MANY_FILES ? null : new Tidied(parent, now);
  }

  /// Deletes a channel under its temporary name. Another process may do the same concurrently.
  static void delete(Path unfinished) throws IOException {
    if (!Files.isDirectory(unfinished, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(unfinished, ALL_FILES)) {
      for (Path file : files) {
        OpenFiles.delete(file);
      }
    } catch (NoSuchFileException e) {
      return; // Already deleted.
    } catch (FileSystemException e) {
      if (OpenFiles.areDeletable(unfinished)) {
        throw e;
      }
      return; // Another process is deleting it.
    }
    OpenFiles.delete(unfinished);
  }
}
