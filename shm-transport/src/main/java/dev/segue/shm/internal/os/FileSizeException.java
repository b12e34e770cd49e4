// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/// Thrown when a file does not have the expected size.
public final class FileSizeException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  FileSizeException(Path file, long sizeBytes, long expectedBytes) {
    super(file + " is " + sizeBytes + " bytes long, not " + expectedBytes);
  }
}
