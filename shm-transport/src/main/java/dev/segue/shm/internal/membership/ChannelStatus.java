// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Whether a channel is in use at its path, was unlinked, or has lost its files.
final class ChannelStatus {

  private static final Logger LOGGER = System.getLogger("dev.segue.shm");

  private final ChannelIdentity identity;
  private final Path path;
  private final ChannelPlace place;
  private final Table table;
  private final LaneFiles files;
  private final LaneAssignment laneAssignment;
  private final TableChanges changes;

  ChannelStatus(
      ChannelIdentity identity,
      ChannelPlace place,
      Table table,
      LaneFiles files,
      LaneAssignment laneAssignment,
      TableChanges changes) {
    this.identity = identity;
    this.path = identity.path();
    this.place = place;
    this.table = table;
    this.files = files;
    this.laneAssignment = laneAssignment;
    this.changes = changes;
  }

  /// The path of the channel.
  Path path() {
    return path;
  }

  /// Checks that the path still leads to this channel.
  ///
  /// @throws NoSuchFileException when it does not
  void requireInPlace() throws IOException {
    identity.require();
  }

  /// Checks that the channel was not unlinked. The caller holds the lock.
  ///
  /// @throws NoSuchFileException when it was, even if another channel has its path
  void requireLinked() throws NoSuchFileException {
    if (table.place() == Table.UNLINKED) {
      throw new NoSuchFileException(path.toString(), null, "it was unlinked");
    }
  }

  /// Whether the channel's files are missing or replaced although the channel was not unlinked.
  /// Accesses the file system.
  boolean hasLostItsPlace() {
    // Unlinking marks the channel before it moves the files. So if they are missing and the mark is
    // still absent afterwards, they were not unlinked.
    return table.place() == Table.IN_PLACE && place.isEmpty() && table.place() == Table.IN_PLACE;
  }

  /// Whether the channel was unlinked.
  boolean isUnlinked() {
    return table.place() == Table.UNLINKED;
  }

  /// Whether the channel is marked as lost.
  boolean isLost() {
    return table.place() == Table.LOST;
  }

  /// Marks the channel as lost and wakes all members, unless the registry is busy. The tables stay
  /// as they are, since no member uses them any more.
  void markLost() throws IOException {
    Boolean marked =
        changes.tryLockedAsIs(() -> {
          table.setLost();
          table.nextGeneration();
          table.wakeMembers();
          return true;
        });
    if (marked != null) {
      LOGGER.log(
          Level.WARNING,
          "the files of the channel {0} were deleted or replaced while it was in use",
          path);
    }
  }

  /// Whether one of the channel's files is shorter than when it was created. Deleted lanes are not
  /// checked: only members that have them mapped can check them.
  boolean isTruncated() {
    if (table.isTruncated()) {
      return true;
    }
    try {
      if (identity.isReplaced()) {
        return false; // The files of this channel are deleted and cannot be checked.
      }
      // A lane that is being created is not in the table yet.
      for (LaneRef lane : laneAssignment.lanes()) {
        if (files.isTruncated(lane.id())) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      return false; // The files cannot be checked.
    }
  }
}
