// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.UntrustedFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The files that a channel had when it was opened. They stay open, so that no other file gets the
/// same key meanwhile.
///
/// @param channel the identity of the channel
/// @param control the key of its control file, null if the file system has no keys
/// @param locks the key of its lock file, or null likewise
record ChannelPlace(ChannelIdentity channel, @Nullable Object control, @Nullable Object locks) {

  static ChannelPlace of(ChannelIdentity channel) throws IOException {
    return new ChannelPlace(channel, controlKey(channel), locksKey(channel));
  }

  /// Whether the channel's files are no longer at its path. Files that cannot be examined count as
  /// present.
  boolean isEmpty() {
    try {
      boolean same =
          control != null
              && Objects.equals(control, controlKey(channel))
              && Objects.equals(locks, locksKey(channel));
      // Some file systems have no keys, or keys that change: there, the content decides.
      return !same && channel.isReplaced();
    } catch (NoSuchFileException | UntrustedFileException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static @Nullable Object controlKey(ChannelIdentity channel) throws IOException {
    return key(channel.path().resolve(ChannelFiles.CONTROL));
  }

  private static @Nullable Object locksKey(ChannelIdentity channel) throws IOException {
    return key(channel.path().resolve(ChannelFiles.LOCKS));
  }

  /// @throws NoSuchFileException when there is no file, or something else is in its place
  private static @Nullable Object key(Path file) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!attributes.isRegularFile()) {
      throw new NoSuchFileException(file.toString(), null, "it is not a regular file");
    }
    return attributes.fileKey();
  }
}
