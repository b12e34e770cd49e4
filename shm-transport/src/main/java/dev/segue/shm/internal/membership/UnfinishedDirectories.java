// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.Leftovers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The directories of channels that are being created, and of channels that were unlinked. Their
/// names begin with a dot, and contain the process id and a random number, or, for an unlinked
/// channel, 0 and its nonce.
final class UnfinishedDirectories {

  private static final Duration UNFINISHED_AT_MOST = Duration.ofMinutes(5);
  private static final Pattern UNFINISHED =
      Pattern.compile(
          "\\..+\\.\\d+-\\p{XDigit}+\\.(" + DirectoryNames.NEW + "|" + DirectoryNames.OLD + ")");
  private static final int MANY_FILES = 100;
  private static final long TIDY_INTERVAL_NANOS = 10_000_000_000L;

  /// Where and when leftovers were last deleted.
  private record Tidied(Path place, long nanos) {}

  private static volatile @Nullable Tidied lastTidied;

  private UnfinishedDirectories() {}

  /// Deletes directories that processes left when they died. A directory of an unlinked channel is
  /// deleted if no live member may need it. Any other directory is deleted if it is older than
  /// creating or deleting a channel can take. A directory that cannot be deleted does no harm and
  /// stays: it may have been completed and renamed, be another user's, or contain other files.
  ///
  /// A directory with many files is listed only from time to time, not for each new channel.
  static void deleteLeftovers(Path path, Access access) {
    @Nullable Path parent = path.toAbsolutePath().getParent();
    long now = System.nanoTime();
    @Nullable Tidied last = lastTidied;
    if (last != null && last.place.equals(parent) && now - last.nanos < TIDY_INTERVAL_NANOS) {
      return;
    }
    int[] listed = {0};
    Leftovers.delete(
        path,
        name -> {
          listed[0]++;
          return UNFINISHED.matcher(name).matches();
        },
        Duration.ZERO,
        leftover -> deleteLeftover(leftover, access));
    lastTidied = parent == null || listed[0] < MANY_FILES ? null : new Tidied(parent, now);
  }

  private static void deleteLeftover(Path leftover, Access access) throws IOException {
    boolean wasUnlinked =
        leftover.toString().endsWith(DirectoryNames.OLD)
            && RetiredFiles.deleteIfUnneeded(leftover, access);
    if (!wasUnlinked) {
      ChannelDeletion.deleteIfOlder(leftover, UNFINISHED_AT_MOST, access);
    }
  }
}
