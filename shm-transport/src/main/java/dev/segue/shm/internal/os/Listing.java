// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Lists directories that other processes may replace, for example by a FIFO, which would block a
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

  /// A name that only a directory can have: the system opens no other kind of file by it.
  private static Path inside(Path directory) {
    return OpenFiles.areDeletable(directory) ? directory.resolve(".") : directory;
  }
}
