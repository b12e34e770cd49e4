// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import dev.segue.fixtures.Await;
import dev.segue.fixtures.TestFiles;
import dev.segue.shm.Channel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Paths for servers in tests.
final class ShmPaths {

  private ShmPaths() {}

  /// A path that does not exist, in the default directory of channels.
  static Path next() {
    return Channel.defaultPath(TestFiles.name());
  }

  /// Waits until no files of a server, its connections or unfinished channels remain; fails if some
  /// stay.
  static void requireNothingLeft(Path path) {
    Await.until(() -> "left: " + leftovers(path), () -> leftovers(path).isEmpty());
  }

  static List<Path> leftovers(Path path) {
    try (Stream<Path> files = Files.list(path.toAbsolutePath().getParent())) {
      return files
          .filter(file -> file.getFileName().toString().contains(path.getFileName().toString()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
