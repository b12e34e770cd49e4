// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// A measured figure.
///
/// @param value the mean
/// @param error half of the interval that contains the true mean with a probability of 95 %; NaN if
///   there is only one sample
/// @param unit as JMH writes it: `ops/ms`, `us/op`, `B/op`
public record Metric(double value, double error, String unit) {
  private static final String RATE = "ops/";
  private static final String TIME = "/op";

  /// Returns whether more is better: true for a rate, false for a time.
  public boolean isRate() {
    return unit.startsWith(RATE);
  }

  /// Returns the smallest value within the error.
  public double low() {
    return Double.isNaN(error) ? value : value - error;
  }

  /// Returns the largest value within the error.
  public double high() {
    return Double.isNaN(error) ? value : value + error;
  }

  /// Converts to another unit of rate or time; a rate can become a time.
  ///
  /// @throws IllegalArgumentException if a unit is neither a rate nor a time
  public Metric in(String other) {
    if (unit.equals(other)) {
      return this;
    }
    double nanos = nanos(unit) / nanos(other);
    boolean rate = isRate();
    boolean otherRate = other.startsWith(RATE);
    if (rate != otherRate) {
      double turned = nanos(unit) / (value * nanos(other));
      double inverse = rate ? turned : nanos(other) / (value * nanos(unit));
      return new Metric(inverse, inverse * error / value, other);
    }
    double factor = rate ? 1 / nanos : nanos;
    return new Metric(value * factor, error * factor, other);
  }

  private static double nanos(String unit) {
    String time =
        unit.startsWith(RATE)
            ? unit.substring(RATE.length())
            : unit.endsWith(TIME) ? unit.substring(0, unit.length() - TIME.length()) : unit;
    TimeUnit found =
        switch (time) {
          case "ns" -> TimeUnit.NANOSECONDS;
          case "us" -> TimeUnit.MICROSECONDS;
          case "ms" -> TimeUnit.MILLISECONDS;
          case "s" -> TimeUnit.SECONDS;
          default -> throw new IllegalArgumentException("no unit of time: " + unit);
        };
    return found.toNanos(1);
  }

  /// Returns the value with at least three significant digits.
  public String text() {
    return number(value);
  }

  /// Formats a number with at least three significant digits.
  static String number(double value) {
    double size = Math.abs(value);
    int digits =
        size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
    return String.format(Locale.ROOT, "%,." + digits + "f", value);
  }
}
