// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.Optional;
import java.util.SortedMap;

/// The speed of one contestant relative to another in the same row; above 1 if the first is faster,
/// for rates and for times.
///
/// @param row the row
/// @param first the contestant whose speed is divided
/// @param second the contestant to compare with
/// @param interval of the ratios within each round that has both
record Ratio(Row row, String first, String second, Interval interval) {
  /// Compares two contestants; empty if no round has both.
  static Optional<Ratio> of(Row row, String first, String second) {
    SortedMap<Integer, Score> mine = row.rounds(first);
    SortedMap<Integer, Score> theirs = row.rounds(second);
    double[] ratios =
        mine.keySet().stream()
            .filter(theirs::containsKey)
            .mapToDouble(round -> speed(row.score(first, round), row.score(second, round)))
            .filter(ratio -> ratio > 0 && Double.isFinite(ratio))
            .toArray();
    return ratios.length == 0
        ? Optional.empty()
        : Optional.of(new Ratio(row, first, second, Interval.of(ratios)));
  }

  private static double speed(Score first, Score second) {
    double quotient = first.primary().value() / second.primary().value();
    return first.primary().isRate() ? quotient : 1 / quotient;
  }

  double median() {
    return interval.median();
  }

  Verdict verdict() {
    return interval.verdict();
  }

  /// Returns the median and the interval, such as `1.52 (1.48 to 1.55)`.
  String text() {
    String ends = interval.ends();
    return Interval.ratio(median()) + (ends.isEmpty() ? "" : " (" + ends + ")");
  }
}
