// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The identity of a channel that was opened at a path, which may belong to another channel later.
///
/// @param path the path of the channel when it was opened
/// @param retired where its files are after it was unlinked, as long as members may need them
/// @param nonce a random number that no other channel has
/// @param access who may use its files
record ChannelIdentity(Path path, Path retired, long nonce, Access access) {

  ChannelIdentity(Path path, long nonce, Access access) {
    this(path, DirectoryNames.retired(path, nonce), nonce, access);
  }

  /// Returns the identity of the channel in a directory, from the header of its control file.
  ///
  /// @return null if the header is damaged or of another version
  /// @throws NoSuchFileException when there is no control file
  static @Nullable ChannelIdentity in(Path directory, Access access) throws IOException {
    ByteBuffer header =
        SharedFile.readStart(
            directory.resolve(ChannelFiles.CONTROL), ChannelLayout.HEADER_LENGTH, access);
    return ChannelLayout.isCurrent(header)
        ? new ChannelIdentity(directory, ChannelLayout.nonce(header), access)
        : null;
  }

  /// Returns the identity of the same channel at the path of its files after unlinking.
  ChannelIdentity atRetired() {
    return new ChannelIdentity(retired, retired, nonce, access);
  }

  /// Whether the path belongs to another channel now. A channel with a truncated control file does
  /// not count as another one.
  ///
  /// @throws NoSuchFileException when there is no channel at the path
  boolean isReplaced() throws IOException {
    ByteBuffer header =
        SharedFile.readStart(
            path.resolve(ChannelFiles.CONTROL), ChannelLayout.HEADER_LENGTH, access);
    return header.remaining() == ChannelLayout.HEADER_LENGTH
        && ChannelLayout.nonce(header) != nonce;
  }

  /// Checks that the channel is still at its path.
  ///
  /// @throws NoSuchFileException when it was unlinked, even if another channel has its path
  void require() throws IOException {
    if (isReplaced()) {
      throw new NoSuchFileException(
          path.toString(), null, "it was unlinked, and another channel has its path now");
    }
  }
}
