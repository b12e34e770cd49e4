// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Which channel it is that was opened at a path: it may be unlinked since, and another one be
/// there.
///
/// @param path where it was
/// @param nonce a random number, which no other channel has
record ChannelIdentity(Path path, long nonce) {

  /// Whether another channel is there now. One whose control file was cut off does not count as
  /// another.
  ///
  /// @throws NoSuchFileException when there is none
  boolean isReplaced() throws IOException {
    ByteBuffer header =
        SharedFile.readStart(path.resolve(ChannelDirectory.CONTROL), ChannelLayout.HEADER_LENGTH);
    return header.remaining() == ChannelLayout.HEADER_LENGTH
        && ChannelLayout.nonce(header) != nonce;
  }

  /// Checks that the channel is still there.
  ///
  /// @throws NoSuchFileException when it was unlinked, whether another one has its place or not
  void require() throws IOException {
    if (isReplaced()) {
      throw new NoSuchFileException(
          path.toString(), null, "it was unlinked, and there is another channel now");
    }
  }
}
