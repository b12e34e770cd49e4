// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The file locks of the JDK.
///
/// On POSIX systems they are record locks. These belong to the process, which loses all of them as
/// soon as any of its code closes a descriptor of the file. On Windows they belong to the open
/// file.
final class ProcessLocks implements ByteLocks {

  private final FileChannel channel;
  private final Map<Long, FileLock> locks = new HashMap<>();

  private ProcessLocks(FileChannel channel) {
    this.channel = channel;
  }

  static ProcessLocks open(FileHandle file) throws IOException {
    return new ProcessLocks(file.open());
  }

  @Override
  public boolean tryLock(long index) throws IOException {
    try {
      @Nullable FileLock lock = channel.tryLock(index, 1, false);
      if (lock == null) {
        return false;
      }
      locks.put(index, lock);
      return true;
    } catch (OverlappingFileLockException e) {
      return false; // Held by the same library in another class loader.
    }
  }

  @Override
  public void unlock(long index) throws IOException {
    @Nullable FileLock lock = locks.remove(index);
    if (lock != null) {
      lock.release();
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
