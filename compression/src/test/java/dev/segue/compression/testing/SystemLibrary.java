// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the system's libzstd.
public final class SystemLibrary {

  private SystemLibrary() {}

  /// The path of the system's library, if there is one.
  public static Optional<Path> zstd() {
    return Stream.of("x86_64-linux-gnu/", "aarch64-linux-gnu/", "../lib64/")
        .map(directory -> Path.of("/usr/lib/", directory, "libzstd.so.1"))
        .filter(Files::exists)
        .findFirst();
  }
}
