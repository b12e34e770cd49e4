// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.Arrays;
import java.util.Locale;
import org.apache.commons.math3.distribution.TDistribution;

/// The median of a figure over rounds and its 95 % interval: Student's t interval of the
/// logarithms, widened to contain the median. This is the only definition of error in a report.
///
/// @param median over the rounds
/// @param low the lower end, the median itself if there are too few rounds
/// @param high the upper end, the median itself if there are too few rounds
/// @param rounds number of rounds
record Interval(double median, double low, double high, int rounds) {
  private static final double QUANTILE = 0.975;

  /// The minimum number of rounds for an interval: two rounds may agree by chance, because clocks
  /// tick in tens of nanoseconds.
  private static final int FEWEST = 3;

  private static final String ONE = "1.00";

  /// Returns the interval of the values of some rounds.
  ///
  /// @param values at least one; all positive and finite
  static Interval of(double... values) {
    double median = median(values);
    int rounds = values.length;
    if (rounds < FEWEST) {
      return new Interval(median, median, median, rounds);
    }
    double[] logs = Arrays.stream(values).map(Math::log).toArray();
    double mean = Arrays.stream(logs).average().orElseThrow();
    double squares = Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
    double deviation = Math.sqrt(squares / (rounds - 1));
    double quantile = new TDistribution(rounds - 1).inverseCumulativeProbability(QUANTILE);
    double half = quantile * deviation / Math.sqrt(rounds);
    return new Interval(
        median,
        Math.min(median, Math.exp(mean - half)),
        Math.max(median, Math.exp(mean + half)),
        rounds);
  }

  /// Returns the median, or the mean of the two values in the middle.
  static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }

  /// Returns whether there are enough rounds for an interval.
  boolean isKnown() {
    return rounds >= FEWEST;
  }

  /// Returns the verdict, if this is the interval of a ratio.
  Verdict verdict() {
    if (!isKnown()) {
      return Verdict.UNDECIDED;
    }
    return low > 1 ? Verdict.AHEAD : high < 1 ? Verdict.BEHIND : Verdict.TIED;
  }

  /// Returns the median of a ratio as text. A ratio with a verdict is never shown as 1.
  String text() {
    String text = ratio(median);
    Verdict verdict = verdict();
    boolean won = verdict == Verdict.AHEAD || verdict == Verdict.BEHIND;
    return won && text.equals(ONE) ? String.format(Locale.ROOT, "%.3f", median) : text;
  }

  /// Returns both ends of a ratio's interval as text, or the empty string if it is unknown.
  String ends() {
    if (!isKnown()) {
      return "";
    }
    String from = ratio(low);
    String to = ratio(high);
    return (low > 1 && from.equals(ONE) ? ">" : "")
        + from
        + " to "
        + (high < 1 && to.equals(ONE) ? "<" : "")
        + to;
  }

  /// Formats a ratio: two decimals near 1, three significant digits elsewhere.
  static String ratio(double value) {
    int digits = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.0995 ? 2 : 3;
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
