// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.os.Mapping;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What a publisher or subscriber holds of its channel, and gives back when it leaves.
final class Membership {

  private final Mapping mapping;
  private final FileLock lock;
  private final Consumer<AutoCloseable> onLeave;
  private @Nullable AutoCloseable owner;
  private volatile boolean left;

  Membership(Mapping mapping, FileLock lock, Consumer<AutoCloseable> onLeave) {
    this.mapping = mapping;
    this.lock = lock;
    this.onLeave = onLeave;
  }

  void belongsTo(AutoCloseable endpoint) {
    owner = endpoint;
  }

  void require() {
    if (left) {
      throw new IllegalStateException("closed");
    }
  }

  boolean hasLeft() {
    return left;
  }

  /// First the mapping, and then the lock: who holds the lock next finds nobody still writing.
  synchronized void leave() throws IOException {
    if (left && !lock.isValid()) {
      return;
    }
    left = true;
    mapping.close();
    lock.release();
    if (owner != null) {
      onLeave.accept(owner);
    }
  }
}
