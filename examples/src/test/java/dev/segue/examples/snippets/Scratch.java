// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.snippets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/// A directory for the files of a snippet, deleted after it.
public class Scratch implements AutoCloseable {

  /// The directory.
  protected final Path directory;

  /// Creates the directory.
  public Scratch() throws IOException {
    directory = Files.createTempDirectory("segue-snippet-");
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
