// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Whether a run is slower than another one, told by the ratios to a peer in each.
///
/// @param lines a line for each case of the baseline
/// @param failures how many of the cases got slower, or are missing
public record Check(List<String> lines, int failures) {
  /// Compares.
  ///
  /// @param baseline what it was
  /// @param result what it is
  /// @param tolerance how much smaller a ratio may be, as a share of the baseline's
  public static Check of(Ratios baseline, Ratios result, double tolerance) {
    var lines = new ArrayList<String>();
    int failures = 0;
    for (Map.Entry<Ratios.Case, Double> entry : baseline.values().entrySet()) {
      Double now = result.values().get(entry.getKey());
      double before = entry.getValue();
      boolean fails = now == null || now < before * (1 - tolerance);
      failures += fails ? 1 : 0;
      lines.add(
          now == null
              ? "MISSING " + entry.getKey()
              : String.format(
                  Locale.ROOT,
                  "%s %5.2f -> %5.2f (%+.0f %%) %s",
                  fails ? "SLOWER " : "ok     ",
                  before,
                  now,
                  100 * (now / before - 1),
                  entry.getKey()));
    }
    return new Check(lines, failures);
  }

  /// Whether nothing got slower, and something was compared.
  public boolean passes() {
    return failures == 0 && !lines.isEmpty();
  }
}
