// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class LockFileTest {

  @Test
  void releasesEachLockEvenIfOthersFail() throws IOException {
    FailingLocks locks = new FailingLocks(index -> index % 2 == 1);
    LockFile file = LockFile.of(locks);
    for (long index = 0; index < 20; index++) {
      assertNotNull(file.tryLock(index));
    }
    IOException e = assertThrows(IOException.class, file::close);
    assertEquals(9, e.getSuppressed().length, "the failures of the others");
    assertEquals(10, locks.locked.size());
    assertEquals(1, locks.closed);
    file.close();
    assertEquals(1, locks.closed);
  }
}
