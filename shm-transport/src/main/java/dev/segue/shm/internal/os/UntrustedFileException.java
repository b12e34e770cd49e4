// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.os;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;

/// A path that may be under someone else's control: a symbolic link, another user's, or open to
/// others.
public final class UntrustedFileException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  UntrustedFileException(Path file, String reason) {
    super(file + " " + reason);
  }
}
