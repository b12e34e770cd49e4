// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.time.Duration;
import java.util.Locale;

/// Formats durations for messages.
final class DurationText {

  private static final int ISO_PREFIX_LENGTH = "PT".length();

  private DurationText() {}

  /// Formats a duration as people write it: `60ms`, `2s`, `1m30s`.
  static String of(Duration duration) {
    long millis = duration.isNegative() || duration.toSeconds() > 0 ? 0 : duration.toMillis();
    return millis > 0 && duration.equals(Duration.ofMillis(millis))
        ? millis + "ms"
        : duration.toString().substring(ISO_PREFIX_LENGTH).toLowerCase(Locale.ROOT);
  }
}
