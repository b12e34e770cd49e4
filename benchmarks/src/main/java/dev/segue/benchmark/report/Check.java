// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Checks for regressions: compares the speed ratios to a peer in two runs.
///
/// A case is slower if the interval of its ratio lies entirely below the tolerated minimum.
///
/// @param lines a line for each case of the baseline
/// @param failed the cases that are slower or missing
/// @param doubts number of other cases that seem slower, but whose intervals are too wide to decide
public record Check(List<String> lines, List<Ratios.Case> failed, int doubts) {
  /// Compares two runs.
  ///
  /// @param baseline the earlier ratios
  /// @param result the ratios to check
  /// @param tolerance how much smaller a ratio may be, as a share of the baseline's
  public static Check of(Ratios baseline, Ratios result, double tolerance) {
    var lines = new ArrayList<String>();
    var failed = new ArrayList<Ratios.Case>();
    int doubts = 0;
    for (Map.Entry<Ratios.Case, Ratios.Value> entry : baseline.values().entrySet()) {
      Ratios.Value now = result.values().get(entry.getKey());
      if (now == null) {
        failed.add(entry.getKey());
        lines.add("MISSING " + entry.getKey());
        continue;
      }
      double before = entry.getValue().ratio();
      double least = before * (1 - tolerance);
      boolean fails = now.highest() < least;
      boolean doubtful = !fails && now.ratio() < least;
      if (fails) {
        failed.add(entry.getKey());
      }
      doubts += doubtful ? 1 : 0;
      lines.add(
          String.format(
              Locale.ROOT,
              "%s %5.2f -> %5.2f (%+.0f %%) %s",
              fails ? "SLOWER " : doubtful ? "UNCLEAR" : "ok     ",
              before,
              now.ratio(),
              100 * (now.ratio() / before - 1),
              entry.getKey()));
    }
    return new Check(lines, failed, doubts);
  }

  /// Returns whether no case is slower and at least one was compared.
  public boolean passes() {
    return failed.isEmpty() && !lines.isEmpty();
  }
}
