// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The speed of one of our columns relative to the best peer, in one row.
///
/// @param contestant our column
/// @param peer the best of the others
/// @param value our speed divided by the peer's; below 1 if ours is slower
/// @param verdict the result within the errors
public record Ratio(String contestant, String peer, double value, Verdict verdict) {
  /// Without known errors, a smaller difference than this is a tie.
  private static final double TIE = 0.05;

  /// Which of the two is certainly faster.
  public enum Verdict {
    /// Ours.
    AHEAD,
    /// The intervals overlap.
    TIE,
    /// The peer.
    BEHIND
  }

  /// Compares each of our columns with the best peer of a row. Upper bounds are not peers.
  public static List<Ratio> of(Table table, String row) {
    Optional<Score> best = best(table, row);
    var ratios = new ArrayList<Ratio>();
    if (best.isPresent()) {
      for (String contestant : table.contestants()) {
        Score score = table.score(row, contestant);
        if (score != null && Names.isOurs(contestant)) {
          ratios.add(of(score, best.get()));
        }
      }
    }
    return ratios;
  }

  private static Optional<Score> best(Table table, String row) {
    Score best = null;
    for (String contestant : table.contestants()) {
      Score score = table.score(row, contestant);
      boolean peer = !Names.isOurs(contestant) && !Names.isCeiling(contestant);
      if (score != null && peer && (best == null || speed(score, best) > 1)) {
        best = score;
      }
    }
    return Optional.ofNullable(best);
  }

  /// Returns the speed of the first divided by that of the second.
  static double speed(Score first, Score second) {
    double quotient = first.primary().value() / second.primary().value();
    return first.primary().isRate() ? quotient : 1 / quotient;
  }

  static Ratio of(Score ours, Score peer) {
    double value = speed(ours, peer);
    Metric mine = ours.primary();
    Metric theirs = peer.primary();
    boolean certain =
        (Double.isNaN(mine.error()) || Double.isNaN(theirs.error()))
            ? Math.abs(value - 1) > TIE
            : (mine.low() > theirs.high() || mine.high() < theirs.low());
    Verdict verdict = certain ? value > 1 ? Verdict.AHEAD : Verdict.BEHIND : Verdict.TIE;
    return new Ratio(ours.contestant(), peer.contestant(), value, verdict);
  }

  /// Returns the value and the peer.
  public String text() {
    return String.format(
        Locale.ROOT,
        "%s %s%s",
        number(),
        peer,
        switch (verdict) {
          case AHEAD -> "";
          case TIE -> " (tie)";
          case BEHIND -> " (behind)";
        });
  }

  /// Returns the value with two decimals, fewer if it is large.
  String number() {
    return String.format(
        Locale.ROOT, value >= 100 ? "%,.0f ×" : value >= 10 ? "%.1f ×" : "%.2f ×", value);
  }
}
