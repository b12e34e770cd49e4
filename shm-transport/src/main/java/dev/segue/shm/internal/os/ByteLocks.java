// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Locks on single bytes of one open file, which the kernel releases when the process dies. The
/// caller takes no byte twice, and calls from one thread at a time.
///
/// Both implementations exclude each other, between processes and within one: the kernel keeps them
/// in the same list.
interface ByteLocks extends Closeable {

  /// Takes the lock of one byte.
  ///
  /// @return false when somebody else has it
  boolean tryLock(long index) throws IOException;

  /// Lets go of a byte that was locked here.
  void unlock(long index) throws IOException;

  /// Opens a file for locking: as an open file description where the system has such locks, else
  /// with the locks of the process.
  static ByteLocks open(Path file) throws IOException {
    @Nullable ByteLocks locks = DescriptionLocks.open(file);
    return locks != null ? locks : ProcessLocks.open(file);
  }
}
