// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.LongPredicate;

/// Byte locks that sometimes fail to unlock.
public final class FailingLocks implements ByteLocks {

  final Set<Long> locked = new HashSet<>();
  int closed;
  private final LongPredicate failing;

  FailingLocks(LongPredicate failing) {
    this.failing = failing;
  }

  /// A lock file in which unlocking some bytes fails.
  ///
  /// @param failing which bytes cannot be unlocked
  public static LockFile file(LongPredicate failing) {
    return LockFile.of(new FailingLocks(failing));
  }

  @Override
  public boolean tryLock(long index) {
    return locked.add(index);
  }

  @Override
  public void unlock(long index) throws IOException {
    if (failing.test(index)) {
      throw new IOException("lock " + index);
    }
    locked.remove(index);
  }

  @Override
  public void close() {
    closed++;
  }
}
