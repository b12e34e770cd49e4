// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.Access;
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
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/// Unlinks channels whose directories cannot be renamed: on Windows, while a process has one of
/// their files open.
///
/// The files are moved to a new directory one by one, the control file last. If the process dies
/// before that, the next one that creates or unlinks the channel finds the mark and moves the rest.
/// The files are deleted as soon as they are not in use: by the process that unlinks, by the
/// members that close the channel, or by one that creates a channel in the same parent directory.
final class StepwiseUnlinking {

  private static final long PATIENCE_NANOS = 2_000_000_000L;
  private static final long PAUSE_NANOS = 1_000_000;
  private static final long GRACE_NANOS = 200_000_000;
  private static final int DELETIONS = 10;

  private StepwiseUnlinking() {}

  /// Moves the files of a channel to another directory, and deletes those that are not in use.
  /// Another process may do the same concurrently.
  ///
  /// @return whether this process has moved the control file
  static boolean unlink(Path path, Access access) throws IOException {
    boolean done = false;
    boolean marked = isMarked(path, access); // Otherwise damaged, or of another version.
    Path old = UnfinishedDirectories.old(path);
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
      UnfinishedDirectories.delete(old);
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

  /// Whether a directory has a control file.
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
          unlink(path, access);
        }
        return OpenFiles.delete(path);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }
}
