// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LockFileTest {

  /// Locks of which some can't be released.
  private static final class Failing implements ByteLocks {
    final Set<Long> locked = new HashSet<>();
    int closed;

    @Override
    public boolean tryLock(long index) {
      return locked.add(index);
    }

    @Override
    public void unlock(long index) throws IOException {
      if (index % 2 == 1) {
        throw new IOException("lock " + index);
      }
      locked.remove(index);
    }

    @Override
    public void close() {
      closed++;
    }
  }

  @Test
  void releasesEachLockWhateverBecomesOfTheOthers() throws IOException {
    Failing locks = new Failing();
    LockFile file = LockFile.of(locks);
    for (long index = 0; index < 20; index++) {
      assertNotNull(file.tryLock(index));
    }
    IOException e = assertThrows(IOException.class, file::close);
    assertEquals(9, countSuppressed(e), "the failures of the others");
    assertEquals(10, locks.locked.size());
    assertEquals(1, locks.closed);
    file.close();
    assertEquals(1, locks.closed);
  }

  private static int countSuppressed(Throwable e) {
    int count = 0;
    for (Throwable suppressed : e.getSuppressed()) {
      count += 1 + countSuppressed(suppressed);
    }
    return count;
  }
}
