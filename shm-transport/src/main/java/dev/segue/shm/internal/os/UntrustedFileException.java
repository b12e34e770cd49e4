// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/// Thrown for a path that another user may control: a symbolic link, a file of another user or
/// group, or one that others can access.
public final class UntrustedFileException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  UntrustedFileException(Path file, String reason) {
    super(file + " " + reason);
  }

  UntrustedFileException(String message, Throwable cause) {
    super(message, cause);
  }
}
