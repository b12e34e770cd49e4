// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Lists directories that other processes may replace, by a FIFO for example, which blocks a
/// process that opens it.
public final class Listing {

  private Listing() {}

  /// Lists the files in a directory whose names match a pattern.
  ///
  /// @param glob a pattern as in {@link Files#newDirectoryStream(Path, String)}
  @SuppressWarnings("StreamResourceLeak") // The caller closes it.
  public static DirectoryStream<Path> of(Path directory, String glob) throws IOException {
    return Files.newDirectoryStream(inside(directory), glob);
  }

  /// Lists the files in a directory that a filter accepts.
  @SuppressWarnings("StreamResourceLeak") // The caller closes it.
  public static DirectoryStream<Path> of(
      Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
    return Files.newDirectoryStream(inside(directory), filter);
  }

  /// A name that only a directory has: the system opens nothing if there is another file.
  private static Path inside(Path directory) {
    return OpenFiles.areDeletable(directory) ? directory.resolve(".") : directory;
  }
}
