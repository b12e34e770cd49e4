// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.os.Access;
import dev.segue.shm.internal.os.OpenFiles;
import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Unlinks channels: the directory is marked, renamed, and deleted, so that no process finds a part
/// of it under its name.
final class Unlinking {

  private Unlinking() {}

  /// Deletes the files of a channel that exists.
  ///
  /// @throws NoSuchFileException when another process has done it
  static void unlink(Path path, Access access) throws IOException {
    mark(path, Table.UNLINKED, access); // First: a member that misses the files finds the mark.
    if (!OpenFiles.areDeletable(path)) {
      if (!StepwiseUnlinking.unlink(path, access)) {
        throw new NoSuchFileException(path.toString(), null, "it was unlinked just now");
      }
      return;
    }
    Path unfinished = UnfinishedDirectories.temporary(path);
    try {
      OpenFiles.move(path, unfinished);
    } catch (IOException e) {
      mark(path, Table.IN_PLACE, access);
      throw e;
    }
    mark(unfinished, Table.UNLINKED, access); // The channel that was moved may be a newer one.
    UnfinishedDirectories.delete(unfinished);
  }

  /// Stores the state of a channel's files in its control file, unless that is damaged or of
  /// another version.
  private static void mark(Path directory, long place, Access access) {
    Path control = directory.resolve(ChannelDirectory.CONTROL);
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
