// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.LockFile;
import dev.segue.shm.internal.os.OpenFiles;
import dev.segue.shm.internal.os.SharedFile;
import dev.segue.shm.internal.os.UntrustedFileException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Unlinks channels: the directory is marked, renamed, and deleted as soon as no member needs it,
/// so that no process finds a part of it under its name.
///
/// All this happens under a lock of the channel. The lock is acquired first; then the channel at
/// the path is compared with the channel of the lock. So a newer channel is never renamed, because
/// only the holder of the lock removes a channel from its path.
final class Unlinking {

  private Unlinking() {}

  /// Unlinks whatever channel is at a path, even if it is damaged or of another version.
  ///
  /// @throws NoSuchFileException when another process has done it
  static void unlink(Path path, Access access) throws IOException {
    @Nullable ChannelIdentity channel = identify(path, access);
    if (channel == null) {
      unlinkDamaged(path, access);
    } else {
      unlink(channel);
    }
  }

  /// Completes the unlinking of a channel if one has begun: the process that began it may have
  /// died.
  ///
  /// @return whether there is nothing at the path now
  static boolean complete(Path path, Access access) throws IOException {
    if (!OpenFiles.areDeletable(path)) {
      return StepwiseUnlinking.complete(path, access);
    }
    @Nullable ChannelIdentity marked = marked(path, access);
    if (marked == null) {
      return false;
    }
    HaltPoints.before("unlinking completion");
    try {
      access.requireDirectory(path);
      unlink(marked); // By its identity: the path may belong to another channel by now.
    } catch (NoSuchFileException e) {
      // Another process has completed it.
    }
    return !Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /// Returns the identity of the channel at a path if its unlinking has begun, or null.
  private static @Nullable ChannelIdentity marked(Path path, Access access) {
    try {
      ByteBuffer start =
          SharedFile.readStart(
              path.resolve(ChannelFiles.CONTROL), (int) ChannelLayout.TABLES, access);
      return ChannelLayout.isUnlinked(start)
          ? new ChannelIdentity(path, ChannelLayout.nonce(start), access)
          : null;
    } catch (IOException e) {
      return null; // No channel, or one that this process cannot use.
    }
  }

  private static @Nullable ChannelIdentity identify(Path path, Access access) throws IOException {
    try {
      return ChannelIdentity.in(path, access);
    } catch (UntrustedFileException | AccessDeniedException e) {
      return null;
    }
  }

  /// Unlinks a channel.
  ///
  /// @throws NoSuchFileException when another process has done it, even if another channel has its
  ///   path
  /// @throws MembershipException `BUSY` when another process is doing it and does not finish
  static void unlink(ChannelIdentity channel) throws IOException {
    HaltPoints.before("unlinking");
    try (@Nullable LockFile locks = openLocks(channel)) {
      if (locks == null) {
        moveAwayUnlocked(channel);
      } else {
        LockFile.Held lock =
            new RegistryLocks(channel.path(), locks, RegistryLocks.PATIENCE).unlinking();
        try (Closeable _ = lock::release) {
          channel.require();
          moveAway(channel);
        }
      }
    }
    RetiredFiles.deleteOrAnnounce(channel);
  }

  /// Opens the lock file of a channel.
  ///
  /// @return null if the channel has none, or it is damaged
  /// @throws NoSuchFileException when the channel was unlinked
  private static @Nullable LockFile openLocks(ChannelIdentity channel) throws IOException {
    try {
      return LockFile.open(
          channel.path().resolve(ChannelFiles.LOCKS), channel.nonce(), channel.access());
    } catch (NoSuchFileException | UntrustedFileException | AccessDeniedException e) {
      channel.require(); // Otherwise it may be another channel's.
      return null;
    }
  }

  /// Moves the files of a channel away from its path. The caller holds the lock for unlinking.
  static void moveAway(ChannelIdentity channel) throws IOException {
    HaltPoints.before("unlinking move");
    Path path = channel.path();
    mark(path, Table.UNLINKED, channel.access()); // First: a process without files finds the mark.
    if (!OpenFiles.areDeletable(path)) {
      if (!StepwiseUnlinking.unlink(channel)) {
        throw unlinkedJustNow(path);
      }
      return;
    }
    try {
      OpenFiles.move(path, channel.retired());
    } catch (IOException e) {
      mark(path, Table.IN_PLACE, channel.access());
      throw e;
    }
  }

  /// Moves the files of a channel that has no lock file. If a newer channel was moved instead, it
  /// is moved back.
  private static void moveAwayUnlocked(ChannelIdentity channel) throws IOException {
    moveAway(channel);
    if (OpenFiles.areDeletable(channel.path())
        && hasChannel(channel.retired(), channel.access())
        && channel.atRetired().isReplaced()) {
      mark(channel.retired(), Table.IN_PLACE, channel.access());
      OpenFiles.move(channel.retired(), channel.path());
      throw unlinkedJustNow(channel.path());
    }
  }

  /// Unlinks a channel that cannot be locked, since it is damaged or of another version. If a newer
  /// channel was moved instead, it is moved back.
  private static void unlinkDamaged(Path path, Access access) throws IOException {
    if (!OpenFiles.areDeletable(path)) {
      if (!StepwiseUnlinking.unlinkDamaged(path, access)) {
        throw unlinkedJustNow(path);
      }
      return;
    }
    HaltPoints.before("unlinking move");
    Path old = DirectoryNames.old(path);
    OpenFiles.move(path, old);
    if (hasChannel(old, access)) {
      OpenFiles.move(old, path);
      throw unlinkedJustNow(path);
    }
    ChannelDeletion.delete(old, access);
  }

  private static boolean hasChannel(Path directory, Access access) {
    try {
      return ChannelIdentity.in(directory, access) != null;
    } catch (IOException e) {
      return false;
    }
  }

  private static NoSuchFileException unlinkedJustNow(Path path) {
    return new NoSuchFileException(path.toString(), null, "it was unlinked just now");
  }

  /// Stores the state of a channel's files in its control file, unless that is damaged or of
  /// another version.
  private static void mark(Path directory, long place, Access access) {
    Path control = directory.resolve(ChannelFiles.CONTROL);
    try {
      ByteBuffer header = SharedFile.readStart(control, ChannelLayout.HEADER_LENGTH, access);
      if (ChannelLayout.isCurrent(header) && Files.size(control) >= ChannelLayout.TABLES) {
        SharedFile.writeLong(control, ChannelLayout.PLACE, place, access);
      }
    } catch (IOException e) {
      // The control file cannot be changed, or is already deleted with its channel.
    }
  }
}
