// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.locks.LockSupport;

/// Deletes and renames files that processes may have open or mapped.
///
/// POSIX systems do both immediately. Windows does not delete a file that is mapped, and does not
/// rename a directory while a file in it is open. It does rename the files themselves. So a file
/// that is in use stays there, until a later call finds it unused.
public final class OpenFiles {

  /// Virus scanners and indexers briefly open new files, which blocks renames.
  private static final long MOVE_PATIENCE_NANOS = 2_000_000_000L;

  private static final long MOVE_RETRY_NANOS = 10_000_000L;

  private static final int ATTEMPTS = 20;
  private static final long ATTEMPT_PAUSE_NANOS = 5_000_000L;

  /// An operation that opens files.
  ///
  /// @param <T> the type of its result
  @FunctionalInterface
  public interface Opening<T> {
    /// Opens files.
    T open() throws IOException;
  }

  private OpenFiles() {}

  /// Opens files that another process may be deleting or renaming. Windows may briefly report such
  /// a file as in use or inaccessible, so the operation is retried for a short time there.
  ///
  /// @param path a path in the file system of the files
  public static <T> T retry(Path path, Opening<T> opening) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return opening.open();
      } catch (NoSuchFileException e) {
        throw e;
      } catch (FileSystemException e) {
        if (areDeletable(path) || attempt == ATTEMPTS) {
          throw e;
        }
      }
      LockSupport.parkNanos(ATTEMPT_PAUSE_NANOS);
    }
  }

  /// Whether files of the file system can be deleted, and their directory renamed, while processes
  /// have them open.
  public static boolean areDeletable(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  /// Deletes a file or an empty directory, if it exists. On Windows it stays while it is in use.
  ///
  /// @return whether it is gone
  public static boolean delete(Path path) throws IOException {
    try {
      Files.deleteIfExists(path);
      return true;
    } catch (FileSystemException e) {
      if (areDeletable(path)) {
        throw e;
      }
      return false;
    }
  }

  /// Renames a file or a directory. On Windows, retries for a short time if it is in use.
  ///
  /// @param to a path in the same file system that does not exist
  public static void move(Path from, Path to) throws IOException {
    long start = System.nanoTime();
    while (true) {
      try {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        return;
      } catch (NoSuchFileException e) {
        throw e;
      } catch (FileSystemException e) {
        if (areDeletable(from)
            || Files.exists(to, LinkOption.NOFOLLOW_LINKS)
            || System.nanoTime() - start > MOVE_PATIENCE_NANOS) {
          throw e;
        }
      }
      LockSupport.parkNanos(MOVE_RETRY_NANOS);
    }
  }
}
