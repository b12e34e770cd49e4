// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Where systems keep their libzstd.
public final class SystemLibrary {

  private SystemLibrary() {}

  /// The system's, if it has one.
  public static Optional<Path> zstd() {
    return Stream.of("x86_64-linux-gnu/", "aarch64-linux-gnu/", "../lib64/")
        .map(directory -> Path.of("/usr/lib/", directory, "libzstd.so.1"))
        .filter(Files::exists)
        .findFirst();
  }
}
