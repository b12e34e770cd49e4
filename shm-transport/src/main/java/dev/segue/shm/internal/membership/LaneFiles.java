// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.lane.LaneLayout;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.Listing;
import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.OpenFiles;
import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/// The files of a channel's lanes. Their names contain the lane's id and the channel's nonce, so
/// that a channel never maps or deletes a file of another channel that has taken its path.
///
/// They are in the channel's directory or, after the channel was unlinked, in another one. They
/// move only in this direction, so a file that is in neither place is deleted.
final class LaneFiles {

  private static final Logger LOGGER = System.getLogger("dev.segue.shm");
  private static final String PATTERN = ChannelFiles.LANE_PREFIX + "*";

  private final ChannelIdentity identity;
  private final String suffix;
  private final long maxMessageLength;

  LaneFiles(ChannelIdentity identity, long maxMessageLength) {
    this.identity = identity;
    this.suffix = "-%016x".formatted(identity.nonce());
    this.maxMessageLength = maxMessageLength;
  }

  private Path file(long id) {
    return identity.path().resolve(name(id));
  }

  private Path retiredFile(long id) {
    return identity.retired().resolve(name(id));
  }

  private String name(long id) {
    return ChannelFiles.LANE_PREFIX + id + suffix;
  }

  /// Creates the file of a new lane.
  ///
  /// @throws NoSuchFileException when the channel was unlinked; then no file is left
  void create(long id) throws IOException {
    identity.require();
    createFile(id);
    try {
      identity.require();
    } catch (IOException | RuntimeException | Error e) {
      // The file may be in the directory of another channel.
      Cleanup.after(e, () -> OpenFiles.delete(file(id)));
      throw e;
    }
  }

  private void createFile(long id) throws IOException {
    long length = LaneLayout.fileLength(maxMessageLength);
    HaltPoints.before("lane file");
    // Ids are not used twice, so an existing file was left by a process that died creating it.
    OpenFiles.delete(file(id));
    SharedFile.create(file(id), length, identity.access());
    try {
      HaltPoints.before("lane header");
      try (Mapping mapping = SharedFile.map(file(id), length, identity.access())) {
        LaneLayout.initialize(mapping.segment(), maxMessageLength);
      }
    } catch (IOException | RuntimeException | Error e) {
      Cleanup.after(e, () -> OpenFiles.delete(file(id)));
      throw e;
    }
  }

  /// Maps the file of a lane, wherever it is.
  ///
  /// @throws NoSuchFileException when it was deleted
  Mapping map(long id) throws IOException {
    try {
      return map(file(id));
    } catch (FileSystemException e) { // Missing, or something else has the path.
      try {
        return map(retiredFile(id));
      } catch (NoSuchFileException neither) {
        throw e;
      }
    }
  }

  private Mapping map(Path file) throws IOException {
    return SharedFile.map(file, LaneLayout.fileLength(maxMessageLength), identity.access());
  }

  /// Whether the file of a lane is shorter than when it was created; false if it was deleted.
  boolean isTruncated(long id) throws IOException {
    try {
      return Files.size(file(id)) < LaneLayout.fileLength(maxMessageLength);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /// Deletes the file of a lane. On Windows it stays while a member has it mapped, and is left to
  /// {@link #deleteAllBut}.
  void delete(long id) throws IOException {
    HaltPoints.before("lane deletion");
    OpenFiles.delete(file(id));
    OpenFiles.delete(retiredFile(id));
  }

  /// Whether files of deleted lanes stay while members have them mapped.
  boolean mayStay() {
    return !OpenFiles.areDeletable(identity.path());
  }

  /// Deletes the files of this channel's lanes that are not in the table.
  void deleteAllBut(Set<Long> ids) throws IOException {
    Set<String> known = new HashSet<>();
    ids.forEach(id -> known.add(name(id)));
    deleteAllBut(known, identity.path());
    deleteAllBut(known, identity.retired());
  }

  private void deleteAllBut(Set<String> known, Path directory) throws IOException {
    try (DirectoryStream<Path> files = Listing.of(directory, PATTERN + suffix)) {
      for (Path file : files) {
        if (!known.contains(String.valueOf(file.getFileName()))) {
          OpenFiles.delete(file);
        }
      }
    } catch (NoSuchFileException e) {
      // The files are in the other directory, or deleted.
    }
  }

  /// Deletes the files of the channel after it was unlinked, as far as possible. What stays does no
  /// harm, and is left to processes that create channels.
  void deleteRetired() {
    try {
      ChannelDeletion.delete(identity.retired(), identity.access());
    } catch (IOException e) {
      LOGGER.log(Level.DEBUG, "the files of an unlinked channel could not be deleted", e);
    }
  }
}
