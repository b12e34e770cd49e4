// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/// Thrown when the file system has no space for a new file.
public final class NoSpaceException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  NoSpaceException(Path file, long sizeBytes, String reason) {
    super("no space for " + sizeBytes + " bytes at " + file + " (" + reason + ")");
  }
}
