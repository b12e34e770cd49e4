// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Parses and formats durations.
final class Durations implements ITypeConverter<Long> {
  private static final Pattern FORM = Pattern.compile("\\d{1,9}(ms|s|m)");

  /// Parses a duration with its unit, as JMH does: `100ms`, `2s`, `1m`.
  ///
  /// @return milliseconds
  @Override
  public Long convert(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new TypeConversionException("'" + text + "' is not a time such as 100ms, 2s or 1m");
    }
    return TimeValue.fromString(text).convertTo(TimeUnit.MILLISECONDS);
  }

  /// Formats a duration for people: `1 h 2 min`, `3 min 4 s` or `5 s`.
  static String text(double seconds) {
    Duration duration = Duration.ofSeconds(Math.round(seconds));
    if (duration.toHours() > 0) {
      return String.format(
          Locale.ROOT, "%d h %d min", duration.toHours(), duration.toMinutesPart());
    }
    return duration.toMinutes() > 0
        ? String.format(Locale.ROOT, "%d min %d s", duration.toMinutes(), duration.toSecondsPart())
        : duration.toSeconds() + " s";
  }
}
