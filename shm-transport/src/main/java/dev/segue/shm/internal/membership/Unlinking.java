// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.Leftovers;
import dev.segue.shm.internal.os.OpenFiles;
import dev.segue.shm.internal.os.SharedFile;
import dev.segue.shm.internal.os.UntrustedFileException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Deletes the files of channels, and those that processes left when they died while creating or
/// deleting a channel.
///
/// The directory is marked, renamed, and deleted. On Windows it cannot be renamed while a process
/// has one of its files open, so the files are moved to a new directory one by one, the control
/// file last. If the process dies before that, the next one that creates or unlinks the channel
/// finds the mark and moves the rest. The files are deleted as soon as they are not in use: by the
/// process that unlinks, by the members that close the channel, or by one that creates a channel in
/// the same parent directory.
final class Unlinking {

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
  private static final long PATIENCE_NANOS = 2_000_000_000L;
  private static final long PAUSE_NANOS = 1_000_000;
  private static final long GRACE_NANOS = 200_000_000;
  private static final int DELETIONS = 10;

  /// Where and when leftovers were last deleted.
  private record Tidied(Path place, long nanos) {}

  private static volatile @Nullable Tidied lastTidied;

  private Unlinking() {}

  /// A temporary name for a channel that is created, or for one that is deleted.
  static Path unfinished(Path path) {
    return sibling(path, NEW);
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

  /// Deletes the files of a channel that exists.
  ///
  /// @throws NoSuchFileException when another process has done it
  static void unlink(Path path, Access access) throws IOException {
    mark(path, Table.UNLINKED, access); // First: a member that misses the files finds the mark.
    if (!OpenFiles.areDeletable(path)) {
      if (!takeApart(path, access)) {
        throw new NoSuchFileException(path.toString(), null, "it was unlinked just now");
      }
      return;
    }
    Path unfinished = unfinished(path);
    try {
      OpenFiles.move(path, unfinished);
    } catch (IOException e) {
      mark(path, Table.IN_PLACE, access);
      throw e;
    }
    mark(unfinished, Table.UNLINKED, access); // The channel that was moved may be a newer one.
    delete(unfinished);
  }

  /// Stores the state of a channel's files in its control file, unless that is damaged or of
  /// another version.
  private static void mark(Path directory, long place, Access access) {
    Path control = directory.resolve(ChannelDirectory.CONTROL);
    try {
      ByteBuffer header = SharedFile.readStart(control, ChannelLayout.HEADER_LENGTH, access);
      if (ChannelLayout.isCurrent(header) && Files.size(control) >= ChannelLayout.TABLES) {
        SharedFile.writeLong(control, ChannelLayout.PLACE, place, access);
      }
    } catch (IOException e) {
      // The control file cannot be changed, or is already deleted with its channel.
    }
  }

  /// Moves the files of a channel to another directory, and deletes those that are not in use.
  /// Another process may do the same concurrently.
  ///
  /// @return whether this process has moved the control file
  private static boolean takeApart(Path path, Access access) throws IOException {
    boolean done = false;
    boolean marked = isMarked(path, access); // Otherwise damaged, or of another version.
    Path old = sibling(path, OLD);
    long start = System.nanoTime();
    boolean patient = true;
    while (patient && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      try {
        if (marked && hasControl(path) && !isMarked(path, access)) {
          break; // Another process has completed this, and created a channel.
        }
        if (!Files.exists(old)) { // A member that closes an earlier channel may have deleted it.
          SharedFile.createDirectory(old, access);
        }
        moveFiles(path, old, name -> !name.equals(ChannelDirectory.CONTROL));
        done |= moveFiles(path, old, ChannelDirectory.CONTROL::equals);
        if (OpenFiles.delete(path)) {
          break;
        }
      } catch (NoSuchFileException e) {
        // Another process has moved the file, or deleted the directory.
      } catch (FileSystemException e) {
        if (System.nanoTime() - start > PATIENCE_NANOS) {
          throw e;
        }
      }
      patient = System.nanoTime() - start < PATIENCE_NANOS; // complete() does the rest.
      // Another process is doing the same, is listing the directory, or has added a lane.
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    for (int attempt = 0; attempt < DELETIONS && Files.exists(old); attempt++) {
      if (attempt > 0) {
        LockSupport.parkNanos(PAUSE_NANOS); // Another process may be reading a header.
      }
      delete(old);
    }
    return done;
  }

  /// @return whether a file was moved
  private static boolean moveFiles(Path from, Path to, Predicate<String> names) throws IOException {
    boolean moved = false;
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(from, file -> names.test(file.getFileName().toString()))) {
      for (Path file : files) {
        Files.move(file, to.resolve(file.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        moved = true;
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return moved;
  }

  static boolean hasControl(Path path) {
    return Files.isRegularFile(path.resolve(ChannelDirectory.CONTROL), LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isMarked(Path path, Access access) throws IOException {
    return ChannelLayout.isUnlinked(
        SharedFile.readStart(
            path.resolve(ChannelDirectory.CONTROL), (int) ChannelLayout.TABLES, access));
  }

  private static boolean isEmpty(Path directory) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      return !files.iterator().hasNext();
    } catch (FileSystemException e) {
      return true; // Another process is deleting it.
    }
  }

  /// Whether a process has begun to delete the channel at a path, and has not finished, where that
  /// takes several steps. At the end an empty directory is left, which is no channel.
  static boolean isBegun(Path path, Access access) throws IOException {
    if (OpenFiles.areDeletable(path) || !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try {
      access.requireDirectory(path);
      return hasControl(path) ? isMarked(path, access) : isEmpty(path);
    } catch (NoSuchFileException e) {
      return Files.isDirectory(path); // The control file was moved just now.
    } catch (UntrustedFileException e) {
      return false;
    }
  }

  /// Waits until the process that deletes the channel at a path has finished, and does the rest if
  /// it does not.
  ///
  /// @return whether there is nothing at the path now
  static boolean complete(Path path, Access access) throws IOException {
    long start = System.nanoTime();
    while (isBegun(path, access)) {
      if (System.nanoTime() - start > GRACE_NANOS) {
        if (hasControl(path)) {
          takeApart(path, access);
        }
        return OpenFiles.delete(path);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /// Deletes the files of a channel's path that were in use when the channel was unlinked, and are
  /// not in use any more.
  static void deleteUnused(Path path) {
    if (!OpenFiles.areDeletable(path)) {
      Pattern old = Pattern.compile(Pattern.quote("." + path.getFileName()) + UNIQUE + OLD);
      Leftovers.delete(path, name -> old.matcher(name).matches(), Duration.ZERO, Unlinking::delete);
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
        Unlinking::delete);
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
