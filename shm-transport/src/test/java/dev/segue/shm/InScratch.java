// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.halt.Waits;
import dev.segue.shm.internal.os.LockFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// Tests that each have a directory in shared memory, with a path for a channel.
abstract class InScratch {

  Scratch scratch;
  Path path;

  @BeforeEach
  final void makeScratch() throws IOException {
    scratch = new Scratch();
    path = scratch.path("channel");
  }

  /// Acquires the lock of a registry, which keepers hold for a moment from time to time.
  static LockFile.Held lockRegistry(LockFile locks) throws IOException {
    LockFile.Held held = locks.tryLock(0);
    while (held == null) {
      Thread.onSpinWait();
      held = locks.tryLock(0);
    }
    return held;
  }

  /// Releases a lock as soon as a thread would wait for it.
  static void releaseWhenAwaited(LockFile.Held held) {
    Waits.observe(reason -> {
      if (reason.equals(Waits.LOCK)) {
        try {
          held.release();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    });
  }

  /// Runs after the test's own cleanup, even if that fails.
  @AfterEach
  final void removeScratch() throws IOException {
    Waits.observe(null);
    scratch.close();
  }
}
