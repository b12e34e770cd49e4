// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.internal.membership.ChannelDirectory;
import dev.segue.shm.internal.os.Access;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Deletes channels by their path.
final class ChannelUnlinking {

  private ChannelUnlinking() {}

  /// Deletes a channel.
  ///
  /// @param group the group that shares it, or null
  static void unlink(Path path, @Nullable String group) {
    try {
      ChannelDirectory.unlink(path, Access.of(path, group));
    } catch (IOException e) {
      throw TransportException.of(path, e);
    }
  }

  /// Deletes a channel if it exists.
  ///
  /// @param group the group that shares it, or null
  /// @return whether the channel existed
  static boolean unlinkIfExists(Path path, @Nullable String group) {
    try {
      unlink(path, group);
      return true;
    } catch (TransportException e) {
      if (e.kind() != TransportException.Kind.NOT_FOUND) {
        throw e;
      }
      return false;
    }
  }
}
