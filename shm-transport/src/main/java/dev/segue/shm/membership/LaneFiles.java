// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.membership;

import dev.segue.shm.halt.HaltPoints;
import dev.segue.shm.lane.LaneLayout;
import dev.segue.shm.os.Mapping;
import dev.segue.shm.os.SharedFile;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;

/// The files of a channel's lanes, each named by its lane's id.
final class LaneFiles {

  static final String PATTERN = "lane-*";

  private final Path directory;
  private final long maxMessageLength;

  LaneFiles(Path directory, long maxMessageLength) {
    this.directory = directory;
    this.maxMessageLength = maxMessageLength;
  }

  private Path file(long id) {
    return directory.resolve(name(id));
  }

  private static String name(long id) {
    return "lane-" + id;
  }

  void create(long id) throws IOException {
    long length = LaneLayout.fileLength(maxMessageLength);
    HaltPoints.before("lane file");
    // A file of that id can only be what a creator left that died: ids are not used twice.
    Files.deleteIfExists(file(id));
    SharedFile.create(file(id), length);
    HaltPoints.before("lane header");
    try (Mapping mapping = SharedFile.map(file(id), length)) {
      LaneLayout.initialize(mapping.segment(), maxMessageLength);
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

  /// Deletes the files of lanes that nobody knows of.
  void deleteAllBut(Set<Long> ids) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, PATTERN)) {
      for (Path file : files) {
        if (ids.stream().noneMatch(id -> file.endsWith(name(id)))) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
