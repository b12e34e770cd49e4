// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// Thrown when a key or value cannot be written or read.
final class MalformedRecordException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  MalformedRecordException(String message) {
    super(message);
  }

  MalformedRecordException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
