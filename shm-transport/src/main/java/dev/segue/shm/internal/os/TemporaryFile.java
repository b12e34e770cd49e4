// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/// Creates temporary files. Their names need not be secret, because a file is created only if there
/// is none, so no secure random numbers are needed: starting their generator takes long, and fails
/// under Wine.
final class TemporaryFile {

  private TemporaryFile() {}

  /// Creates an empty file that only its owner can access; on Windows, with the access that the
  /// directory for temporary files gives.
  static Path create() throws IOException {
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));
    while (true) {
      try {
        return Files.createFile(
            directory.resolve("segue-%x.tmp".formatted(ThreadLocalRandom.current().nextLong())),
            Access.permissions(directory, false));
      } catch (FileAlreadyExistsException e) {
        // The next number is free.
      }
    }
  }
}
