// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Open-file-description locks, which Linux has since 3.15.
///
/// They belong to the descriptor that acquired them. Closing another descriptor of the same file
/// does not release them.
final class DescriptionLocks implements ByteLocks {

  private final Path file;
  private final int descriptor;

  private DescriptionLocks(Path file, int descriptor) {
    this.file = file;
    this.descriptor = descriptor;
  }

  /// Opens a file.
  ///
  /// @return null if the system has no such locks, or the file cannot be opened for them
  static @Nullable DescriptionLocks open(FileHandle file) throws IOException {
    if (!FileControl.AVAILABLE) {
      return null;
    }
    int descriptor = file.openDescriptor();
    if (descriptor < 0) {
      return null;
    }
    DescriptionLocks locks = new DescriptionLocks(file.path(), descriptor);
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
    if (error == Libc.EAGAIN || error == Libc.EACCES) {
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
          file.toString(), null, "cannot be locked or unlocked: error number " + error);
    }
  }

  @Override
  public void close() {
    Libc.close(descriptor);
  }
}
