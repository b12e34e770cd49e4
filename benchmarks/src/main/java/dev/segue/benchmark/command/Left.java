// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import java.time.Duration;
import java.util.Locale;

/// Formats durations for people.
final class Left {
  private Left() {}

  static String text(double seconds) {
    Duration left = Duration.ofSeconds(Math.round(seconds));
    if (left.toHours() > 0) {
      return String.format(Locale.ROOT, "%d h %d min", left.toHours(), left.toMinutesPart());
    }
    return left.toMinutes() > 0
        ? String.format(Locale.ROOT, "%d min %d s", left.toMinutes(), left.toSecondsPart())
        : left.toSeconds() + " s";
  }
}
