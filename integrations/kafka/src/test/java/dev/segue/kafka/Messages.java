// SPDX-License-Identifier: Apache-2.0

package dev.segue.kafka;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Returns error messages, which must not be null.
final class Messages {
  private Messages() {}

  static String of(@Nullable Throwable error) {
    return String.valueOf(Objects.requireNonNull(error).getMessage());
  }
}
