// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.FileSizeException;
import dev.segue.shm.internal.os.UntrustedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The files of channels that were unlinked, which stay as long as a member may open another lane.
///
/// Each of the following checks whether the files are still in use, and deletes them if not:
///
/// - the process that unlinks the channel
/// - the keeper of each member, which records the lanes that the member has opened
/// - a member that opens its last lane, or leaves
/// - a process that creates a channel in the same parent directory
final class RetiredFiles {

  /// Another process may be reading a header, which keeps Windows from deleting it.
  private static final int ATTEMPTS = 10;

  private static final long PAUSE_NANOS = 1_000_000;

  private RetiredFiles() {}

  /// Deletes the files of a channel that this process has unlinked, unless a member may need them.
  /// If one does, makes all members read the tables again and open their lanes.
  static void deleteOrAnnounce(ChannelIdentity channel) throws IOException {
    if (exists(channel.retired()) && isUnneeded(channel.atRetired(), true)) {
      deletePatiently(channel.retired(), channel.access());
    }
  }

  /// Deletes the files of a channel that was unlinked at any time, unless a member needs them.
  ///
  /// @return false when there is no such channel in the directory
  static boolean deleteIfUnneeded(Path directory, Access access) throws IOException {
    access.requireDirectory(directory);
    @Nullable ChannelIdentity found = identify(directory, access);
    if (found == null) {
      return false;
    }
    ChannelIdentity channel = new ChannelIdentity(directory, directory, found.nonce(), access);
    if (isUnneeded(channel, false)) {
      ChannelDeletion.delete(directory, access);
    }
    return true;
  }

  private static @Nullable ChannelIdentity identify(Path directory, Access access)
      throws IOException {
    try {
      return ChannelIdentity.in(directory, access);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static boolean isUnneeded(ChannelIdentity channel, boolean announced) throws IOException {
    try (ChannelDirectory directory = ChannelDirectory.openAt(channel)) {
      Registry registry = directory.registry();
      if (announced) {
        registry.announce();
        UnlinkingListeners.unlinked(channel.nonce());
      }
      return registry.isUnneededNow();
    } catch (MembershipException
        | FileSizeException
        | NoSuchFileException
        | UntrustedFileException e) {
      return true; // Damaged or being deleted: no member can open a lane.
    }
  }

  /// Deletes a directory, and retries for a short time if that fails without an error.
  static void deletePatiently(Path directory, Access access) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS && exists(directory); attempt++) {
      if (attempt > 0) {
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      ChannelDeletion.delete(directory, access);
    }
  }

  private static boolean exists(Path directory) {
    return Files.exists(directory, LinkOption.NOFOLLOW_LINKS);
  }
}
