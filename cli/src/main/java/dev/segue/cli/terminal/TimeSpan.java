// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Parses and formats durations as people write them: `400ms`, `1.5s`, `1m30s`, `2h`. A number
/// without a unit is refused, because each command would assume a different unit.
public final class TimeSpan implements ITypeConverter<Duration> {

  private static final String NUMBER = "(\\d{1,9}(?:\\.\\d{1,9})?)";
  private static final Pattern BARE_NUMBER = Pattern.compile(NUMBER);
  private static final Pattern FORM =
      Pattern.compile(
          "(?=\\d)(?:N\\s*h\\s*)?(?:N\\s*m\\s*)?(?:N\\s*s\\s*)?(?:N\\s*ms)?".replace("N", NUMBER));

  /// The units of the pattern's groups, in nanoseconds.
  private static final long[] UNITS = {
    3_600_000_000_000L, 60_000_000_000L, 1_000_000_000, 1_000_000
  };

  private static final Duration LONGEST = Duration.ofDays(1000);

  @Override
  public Duration convert(String text) {
    String lower = text.strip().toLowerCase(Locale.ROOT);
    if (BARE_NUMBER.matcher(lower).matches()) {
      throw new TypeConversionException(
          "'%s' has no unit; write %1$sms, %1$ss, %1$sm or %1$sh".formatted(lower));
    }
    Matcher parts = FORM.matcher(lower);
    if (!parts.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration such as 400ms, 60s, 1m30s or 2h");
    }
    BigDecimal nanos = BigDecimal.ZERO;
    for (int i = 0; i < UNITS.length; i++) {
      @Nullable String number = parts.group(i + 1);
      if (number != null) {
        nanos = nanos.add(new BigDecimal(number).multiply(BigDecimal.valueOf(UNITS[i])));
      }
    }
    if (nanos.signum() == 0) {
      throw new TypeConversionException("'" + text + "' must be longer than zero");
    }
    if (nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0) {
      throw new TypeConversionException(
          "'" + text + "' is longer than " + LONGEST.toDays() + " days");
    }
    return Duration.ofNanos(Math.max(nanos.longValue(), 1));
  }

  /// Formats a duration in the form that {@link #convert} parses.
  ///
  /// @param duration not negative
  /// @return such as `400ms`, `1.5s` or `1m30s`; `0s` for zero
  public static String format(Duration duration) {
    long millis = duration.toSeconds() == 0 ? duration.toMillis() : 0;
    return millis > 0 && duration.equals(Duration.ofMillis(millis))
        ? millis + "ms"
        : duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
