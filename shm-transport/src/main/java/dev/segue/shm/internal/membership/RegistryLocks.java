// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.membership.MembershipException.Reason;
import dev.segue.shm.internal.os.LockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The locks of a channel: byte 0 of its lock file is the registry's, and byte `1 + n` belongs to
/// the member in slot `n`.
///
/// @param channel path of the channel, for messages
/// @param file the lock file
/// @param patience how long to wait for the registry's lock
record RegistryLocks(Path channel, LockFile file, Duration patience) {

  private static final long RETRY_NANOS = 50_000;
  private static final long REGISTRY = 0;
  private static final long FIRST_MEMBER = 1;

  static long bytes(ChannelSettings settings) {
    return FIRST_MEMBER + settings.members();
  }

  /// Acquires the registry's lock.
  ///
  /// @throws MembershipException `BUSY` when another process does not release it
  LockFile.Held registry() throws IOException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      LockFile.Held lock = tryRegistry();
      if (lock != null) {
        return lock;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new MembershipException(
            Reason.BUSY,
            "another process, perhaps a paused one, has locked the registry of %s for %d s: resume or end it"
                .formatted(channel, patience.toSeconds()));
      }
      LockSupport.parkNanos(RETRY_NANOS);
    }
  }

  /// Acquires the registry's lock, if it is free.
  LockFile.@Nullable Held tryRegistry() throws IOException {
    return file.tryLock(REGISTRY);
  }

  /// Acquires a member's lock, if it is free: then the slot has no live member.
  LockFile.@Nullable Held tryMember(int slot) throws IOException {
    return file.tryLock(FIRST_MEMBER + slot);
  }

  /// Whether a slot has a live member, or this cannot be determined.
  boolean mayBeAlive(int slot) {
    try {
      LockFile.Held lock = tryMember(slot);
      if (lock == null) {
        return true;
      }
      lock.release();
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
