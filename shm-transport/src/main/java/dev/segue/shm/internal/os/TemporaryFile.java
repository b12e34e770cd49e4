// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/// Creates temporary files. Their names need not be secret, because creation fails if the file
/// exists. So no secure random numbers are used: their generator takes long to start, and fails
/// under Wine.
final class TemporaryFile {

  private static final Set<OpenOption> OPTIONS =
      Set.of(
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          StandardOpenOption.DELETE_ON_CLOSE);

  private TemporaryFile() {}

  /// Creates an empty file that only its owner can access; on Windows, with the access that the
  /// directory for temporary files gives.
  static Path create() throws IOException {
    return create(Files::createFile);
  }

  /// Creates such a file and opens it for reading and writing. It is deleted when it is closed.
  static FileChannel open() throws IOException {
    return create((path, permissions) -> FileChannel.open(path, OPTIONS, permissions));
  }

  private interface Creation<T> {
    T create(Path path, FileAttribute<?>... permissions) throws IOException;
  }

  private static <T> T create(Creation<T> creation) throws IOException {
    Path directory = Path.of(System.getProperty("java.io.tmpdir"));
    while (true) {
      try {
        return creation.create(
            directory.resolve("segue-%x.tmp".formatted(ThreadLocalRandom.current().nextLong())),
            Access.permissions(directory, false));
      } catch (FileAlreadyExistsException e) {
        // The next number is free.
      }
    }
  }
}
