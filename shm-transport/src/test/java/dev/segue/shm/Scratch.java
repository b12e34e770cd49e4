// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A directory in shared memory for one test, gone when the test is over, however it went.
final class Scratch implements AutoCloseable {

  private final Path directory;

  Scratch() throws IOException {
    Path memory = Path.of("/dev/shm");
    directory =
        Files.isWritable(memory)
            ? Files.createTempDirectory(memory, "segue-test-")
            : Files.createTempDirectory("segue-test-");
  }

  Path path(String name) {
    return directory.resolve(name);
  }

  Path directory() {
    return directory;
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
