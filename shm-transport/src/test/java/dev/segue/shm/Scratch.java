// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.fixtures.TestFiles;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A directory in shared memory for one test, deleted when the test ends, even if it fails.
final class Scratch implements AutoCloseable {

  private final Path directory;

  Scratch() throws IOException {
    directory = TestFiles.folderInMemory();
  }

  Path path(String name) {
    return directory.resolve(name);
  }

  Path directory() {
    return directory;
  }

  /// Returns a file of a channel. For a lane, pass `lane-N` without the channel's nonce.
  static Path file(Path channel, String name) throws IOException {
    if (!name.startsWith("lane-")) {
      return channel.resolve(name);
    }
    try (DirectoryStream<Path> lanes = Files.newDirectoryStream(channel, name + "-*")) {
      return lanes.iterator().next();
    }
  }

  /// Returns the files in one of its directories.
  Set<Path> filesIn(String name) throws IOException {
    try (Stream<Path> files = Files.list(path(name))) {
      return files.collect(Collectors.toSet());
    }
  }

  @Override
  public void close() throws IOException {
    TestFiles.delete(directory);
  }
}
