// SPDX-License-Identifier: Apache-2.0
package dev.segue.redisson;

import java.io.Serial;

/// Thrown for a key of a class that the codec does not allow.
final class UnknownClassException extends IllegalArgumentException {
  @Serial private static final long serialVersionUID = 1L;

  UnknownClassException(String message) {
    super(message);
  }
}
