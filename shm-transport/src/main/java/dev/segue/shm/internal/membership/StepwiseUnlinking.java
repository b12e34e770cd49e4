// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import dev.segue.shm.internal.os.OpenFiles;
import dev.segue.shm.internal.os.SharedFile;
import dev.segue.shm.internal.os.UntrustedFileException;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Unlinks channels whose directories cannot be renamed: on Windows, while a process has one of
/// their files open.
///
/// The files are moved to a new directory one by one, the control file and the lock file last. If
/// the process dies before that, the next one that creates or unlinks the channel finds the mark,
/// or the lock file alone, and moves the rest. The files are deleted when no member needs them; see
/// {@link RetiredFiles}.
final class StepwiseUnlinking {

  private static final long PATIENCE_NANOS = 2_000_000_000L;
  private static final long PAUSE_NANOS = 1_000_000;
  private static final long GRACE_NANOS = 200_000_000;

  private StepwiseUnlinking() {}

  /// Moves the files of a channel to where they stay while members need them. Another process may
  /// do the same concurrently, if the channel has no lock.
  ///
  /// @return whether this process has moved the control file
  static boolean unlink(ChannelIdentity channel) throws IOException {
    return moveAll(channel.path(), channel.retired(), channel.access(), channel);
  }

  /// Moves the files of a channel that is damaged, or of another version, and deletes those that
  /// are not in use.
  ///
  /// @return whether this process has moved the control file
  static boolean unlinkDamaged(Path path, Access access) throws IOException {
    Path old = DirectoryNames.old(path);
    boolean done = moveAll(path, old, access, null);
    RetiredFiles.deletePatiently(old, access);
    return done;
  }

  private static boolean moveAll(
      Path path, Path old, Access access, @Nullable ChannelIdentity channel) throws IOException {
    boolean done = false;
    long start = System.nanoTime();
    boolean patient = true;
    while (patient && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      try {
        if (channel != null && hasControl(path) && channel.isReplaced()) {
          break; // Another process has completed this, and created a channel.
        }
        if (!Files.exists(old)) { // A member that closes the channel may have deleted it.
          SharedFile.createDirectory(old, access);
        }
        moveFiles(path, old, StepwiseUnlinking::isLane);
        done |= moveFiles(path, old, ChannelFiles.CONTROL::equals);
        // Last, so that no other process starts to unlink or create a channel earlier.
        moveFiles(path, old, ChannelFiles.LOCKS::equals);
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
    return done;
  }

  private static boolean isLane(String name) {
    return !name.equals(ChannelFiles.CONTROL) && !name.equals(ChannelFiles.LOCKS);
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

  /// Whether a directory has a control file.
  static boolean hasControl(Path path) {
    return Files.isRegularFile(path.resolve(ChannelFiles.CONTROL), LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isMarked(Path path, Access access) throws IOException {
    return ChannelLayout.isUnlinked(
        SharedFile.readStart(
            path.resolve(ChannelFiles.CONTROL), (int) ChannelLayout.TABLES, access));
  }

  /// Whether a directory contains nothing of a channel except its lock file.
  private static boolean isEmpty(Path directory) throws IOException {
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(
            directory, file -> !file.getFileName().toString().equals(ChannelFiles.LOCKS))) {
      return !files.iterator().hasNext();
    } catch (FileSystemException e) {
      return true; // Another process is deleting it.
    }
  }

  /// Whether a process has begun but not finished deleting the channel at a path, on systems where
  /// this takes several steps. Before the last step, an empty directory is left, which is not a
  /// channel.
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

  /// Waits until the process that deletes the channel at a path has finished, and completes the
  /// deletion if that process does not.
  ///
  /// @return whether there is nothing at the path now
  static boolean complete(Path path, Access access) throws IOException {
    long start = System.nanoTime();
    while (isBegun(path, access)) {
      if (System.nanoTime() - start > GRACE_NANOS) {
        return completeNow(path, access);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean completeNow(Path path, Access access) throws IOException {
    try (@Nullable LockFile locks = openLocks(path, access)) {
      LockFile.@Nullable Held lock =
          locks == null ? null : new RegistryLocks(path, locks, Duration.ZERO).tryUnlinking();
      if (locks != null && lock == null) {
        return false; // The process is alive.
      }
      if (!isBegun(path, access)) {
        return !Files.exists(path, LinkOption.NOFOLLOW_LINKS); // Another process has completed it.
      }
      @Nullable ChannelIdentity channel =
          hasControl(path) ? ChannelIdentity.in(path, access) : null;
      Path old = channel != null ? channel.retired() : DirectoryNames.old(path);
      moveAll(path, old, access, channel);
    }
    return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  private static @Nullable LockFile openLocks(Path path, Access access) throws IOException {
    Path file = path.resolve(ChannelFiles.LOCKS);
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS) ? LockFile.open(file, access) : null;
  }
}
