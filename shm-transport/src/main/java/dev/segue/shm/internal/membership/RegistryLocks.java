// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.halt.Waits;
import dev.segue.shm.internal.membership.MembershipException.Reason;
import dev.segue.shm.internal.os.LockFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// The locks of a channel: byte 0 of its lock file is the registry's, and byte `1 + n` is the lock
/// of the member in slot `n`. Byte 257, after the bytes of all possible members, is locked by a
/// process that unlinks the channel. It lies beyond the end of the file.
///
/// @param channel path of the channel, for messages
/// @param file the lock file
/// @param patience how long to wait for the lock of the registry, or for unlinking
record RegistryLocks(Path channel, LockFile file, Duration patience) {

  /// How long to wait for a lock.
  static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final long RETRY_NANOS = 50_000;
  private static final long REGISTRY = 0;
  private static final long FIRST_MEMBER = 1;
  private static final long UNLINKING = FIRST_MEMBER + ChannelSettings.MAX_MEMBERS;

  static long bytes(ChannelSettings settings) {
    return FIRST_MEMBER + settings.members();
  }

  /// Acquires the registry's lock.
  ///
  /// @throws MembershipException `BUSY` when another process does not release it
  LockFile.Held registry() throws IOException {
    return await(
        REGISTRY,
        "another process, perhaps a paused one, has locked the registry of %s for %d s: resume or end it");
  }

  /// Acquires the lock under which the channel is unlinked. It is always acquired before the
  /// registry's, if both are.
  ///
  /// @throws MembershipException `BUSY` when another process does not release it
  LockFile.Held unlinking() throws IOException {
    HaltPoints.before("unlinking lock");
    return await(
        UNLINKING,
        "another process, perhaps a paused one, has been unlinking %s for %d s: resume or end it");
  }

  /// Acquires the lock under which the channel is unlinked, if it is free.
  LockFile.@Nullable Held tryUnlinking() throws IOException {
    return file.tryLock(UNLINKING);
  }

  private LockFile.Held await(long index, String busy) throws IOException {
    long deadline = System.nanoTime() + patience.toNanos();
    while (true) {
      LockFile.Held lock = file.tryLock(index);
      if (lock != null) {
        return lock;
      }
      if (System.nanoTime() - deadline > 0) {
        throw new MembershipException(Reason.BUSY, busy.formatted(channel, patience.toSeconds()));
      }
      Waits.park(Waits.LOCK, RETRY_NANOS);
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

  /// Whether any slot has a live member, or this cannot be determined.
  boolean mayAnyBeAlive(int slots) {
    for (int slot = 0; slot < slots; slot++) {
      if (mayBeAlive(slot)) {
        return true;
      }
    }
    return false;
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
