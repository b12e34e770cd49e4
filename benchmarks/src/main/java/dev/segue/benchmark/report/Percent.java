// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.Locale;

/// Formats errors as percentages of their values.
final class Percent {
  private Percent() {}

  static String of(Metric metric) {
    double percent = 100 * metric.error() / metric.value();
    return String.format(Locale.ROOT, percent < 1 ? "%.1f %%" : "%.0f %%", percent);
  }
}
