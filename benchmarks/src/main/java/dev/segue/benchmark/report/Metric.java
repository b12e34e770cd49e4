// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.Locale;

/// A measured figure of one round.
///
/// @param value the mean over the iterations of one fork
/// @param unit as JMH writes it: `ops/ms`, `us/op`, `B/op`
public record Metric(double value, String unit) {
  /// Returns whether more is better: true for a rate, false for a time.
  public boolean isRate() {
    return unit.startsWith("ops/") || unit.equals("MB/s");
  }

  /// Formats a number with at least three significant digits.
  static String number(double value) {
    double size = Math.abs(value);
    int digits =
        size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
