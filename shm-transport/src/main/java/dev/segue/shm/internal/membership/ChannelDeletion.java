// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.DirectoryDeletion;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// Deletes the directory of a channel that was unlinked, or whose creation did not end. It has one
/// of the [names][DirectoryNames] of such directories. Another process may delete it concurrently.
final class ChannelDeletion {

  private ChannelDeletion() {}

  static void delete(Path directory, Access access) throws IOException {
    deletion(access, Instant.MAX).delete(directory);
  }

  /// Deletes a directory that has not changed for some time.
  static void deleteIfOlder(Path directory, Duration age, Access access) throws IOException {
    deletion(access, Instant.now().minus(age)).delete(directory);
  }

  private static DirectoryDeletion deletion(Access access, Instant unchangedSince) {
    return new DirectoryDeletion(
        ChannelDeletion::isOfChannel, ChannelFiles.CONTROL, access, unchangedSince);
  }

  private static boolean isOfChannel(String name) {
    return name.equals(ChannelFiles.LOCKS) || name.startsWith(ChannelFiles.LANE_PREFIX);
  }
}
