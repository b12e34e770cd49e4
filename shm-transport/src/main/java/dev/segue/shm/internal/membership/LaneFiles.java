// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import dev.segue.shm.internal.halt.HaltPoints;
import dev.segue.shm.internal.lane.LaneLayout;
import dev.segue.shm.internal.os.Cleanup;
import dev.segue.shm.internal.os.Mapping;
import dev.segue.shm.internal.os.SharedFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/// The files of a channel's lanes, each named by its lane's id and by the channel's nonce: where a
/// channel was unlinked and another one made, neither maps or deletes the other's.
final class LaneFiles {

  static final String PATTERN = "lane-*";

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

  private String name(long id) {
    return "lane-" + id + suffix;
  }

  /// Makes the file of a new lane.
  ///
  /// @throws NoSuchFileException when the channel was unlinked; then there is no file
  void create(long id) throws IOException {
    identity.require();
    make(id);
    try {
      identity.require();
    } catch (IOException | RuntimeException | Error e) {
      // Created in the directory of another channel, perhaps.
      Cleanup.after(e, () -> Files.deleteIfExists(file(id)));
      throw e;
    }
  }

  private void make(long id) throws IOException {
    long length = LaneLayout.fileLength(maxMessageLength);
    HaltPoints.before("lane file");
    // A file of that id can only be what a creator left that died: ids are not used twice.
    Files.deleteIfExists(file(id));
    SharedFile.create(file(id), length);
    try {
      HaltPoints.before("lane header");
      try (Mapping mapping = SharedFile.map(file(id), length)) {
        LaneLayout.initialize(mapping.segment(), maxMessageLength);
      }
    } catch (IOException | RuntimeException | Error e) {
      Cleanup.after(e, () -> Files.deleteIfExists(file(id)));
      throw e;
    }
  }

  Mapping map(long id) throws IOException {
    return SharedFile.map(file(id), LaneLayout.fileLength(maxMessageLength));
  }

  /// Whether the file of a lane that was made is shorter than that; one that was deleted is not.
  boolean isTruncated(long id) throws IOException {
    try {
      return Files.size(file(id)) < LaneLayout.fileLength(maxMessageLength);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  void delete(long id) throws IOException {
    HaltPoints.before("lane deletion");
    Files.deleteIfExists(file(id));
  }

  /// Deletes the files of this channel's lanes that nobody knows of.
  void deleteAllBut(Set<Long> ids) throws IOException {
    Set<String> known = new HashSet<>();
    ids.forEach(id -> known.add(name(id)));
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(identity.path(), PATTERN + suffix)) {
      for (Path file : files) {
        if (!known.contains(String.valueOf(file.getFileName()))) {
          Files.deleteIfExists(file);
        }
      }
    } catch (NoSuchFileException e) {
      // Unlinked, and its files with it.
    }
  }
}
