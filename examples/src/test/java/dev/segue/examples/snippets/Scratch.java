// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.snippets;

import dev.segue.fixtures.TestFiles;
import java.io.IOException;
import java.nio.file.Path;

/// A directory for the files of a snippet, deleted after it.
public class Scratch implements AutoCloseable {

  /// The directory.
  protected final Path directory;

  /// Creates the directory.
  public Scratch() throws IOException {
    directory = TestFiles.folder();
  }

  @Override
  public void close() throws IOException {
    TestFiles.delete(directory);
  }
}
