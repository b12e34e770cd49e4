// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Open-file-description locks, which Linux has since 3.15.
///
/// They belong to the descriptor that took them: no other one that the process opens and closes on
/// the same file drops them.
final class DescriptionLocks implements ByteLocks {

  private final Path file;
  private final int descriptor;

  private DescriptionLocks(Path file, int descriptor) {
    this.file = file;
    this.descriptor = descriptor;
  }

  /// Opens a file.
  ///
  /// @return null where there are no such locks, or the file cannot be opened in this way
  static @Nullable DescriptionLocks open(Path file) throws IOException {
    if (!FileControl.AVAILABLE) {
      return null;
    }
    int descriptor = Libc.open(file, Libc.O_RDWR);
    if (descriptor < 0) {
      return null;
    }
    DescriptionLocks locks = new DescriptionLocks(file, descriptor);
    try {
      if (FileControl.probe(descriptor, 0) == 0) {
        return locks;
      }
    } catch (RuntimeException | Error e) {
      Cleanup.after(e, locks);
      throw e;
    }
    locks.close(); // An old kernel, or a file system without such locks.
    return null;
  }

  @Override
  public boolean tryLock(long index) throws IOException {
    int error = FileControl.tryLock(descriptor, index);
    if (error == FileControl.EAGAIN || error == FileControl.EACCES) {
      return false;
    }
    requireNone(error);
    return true;
  }

  @Override
  public void unlock(long index) throws IOException {
    requireNone(FileControl.unlock(descriptor, index));
  }

  private void requireNone(int error) throws FileSystemException {
    if (error != 0) {
      throw new FileSystemException(
          file.toString(), null, "cannot be locked: error number " + error);
    }
  }

  @Override
  public void close() {
    Libc.close(descriptor);
  }
}
