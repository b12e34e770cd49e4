// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Locks on single bytes of one open file, which the kernel releases when the process dies. The
/// caller locks no byte twice, and calls from one thread at a time.
///
/// The two implementations exclude each other, between processes and within one, because the kernel
/// keeps their locks in the same list.
interface ByteLocks extends Closeable {

  /// Locks one byte.
  ///
  /// @return false when the byte is already locked
  boolean tryLock(long index) throws IOException;

  /// Unlocks a byte that was locked through this object.
  void unlock(long index) throws IOException;

  /// Opens a file for locking: with locks of the open file description if the system has them,
  /// otherwise with locks of the process.
  static ByteLocks open(FileHandle file) throws IOException {
    @Nullable ByteLocks locks = DescriptionLocks.open(file);
    return locks != null ? locks : ProcessLocks.open(file);
  }
}
