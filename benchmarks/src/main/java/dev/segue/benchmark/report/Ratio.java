// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// The speed of one library relative to another in the same row; above 1 if the first is faster,
/// for rates and for times.
///
/// @param row the row
/// @param first the library in the numerator
/// @param second the library in the denominator
/// @param interval of the ratios within each round that has both
record Ratio(Row row, String first, String second, Interval interval) {
  /// Compares two libraries; empty if no round has both.
  static Optional<Ratio> of(Row row, String first, String second) {
    double[] ratios =
        byRound(row, first, row, second).values().stream().mapToDouble(ratio -> ratio).toArray();
    return ratios.length == 0
        ? Optional.empty()
        : Optional.of(new Ratio(row, first, second, Interval.of(ratios)));
  }

  /// Returns the ratio in each round that has both, of libraries in rows of the same benchmark.
  static SortedMap<Integer, Double> byRound(Row row, String first, Row other, String second) {
    SortedMap<Integer, Score> theirs = other.rounds(second);
    var ratios = new TreeMap<Integer, Double>();
    row.rounds(first)
        .forEach((round, score) -> {
          Score peer = theirs.get(round);
          double ratio = peer == null ? Double.NaN : speed(score, peer);
          if (ratio > 0 && Double.isFinite(ratio)) {
            ratios.put(round, ratio);
          }
        });
    return ratios;
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
    return interval.text() + (ends.isEmpty() ? "" : " (" + ends + ")");
  }
}
