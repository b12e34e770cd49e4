// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Parses a duration as people write it: `400ms`, `1.5s`, `10m`, `2h`. A number without a unit is
/// refused, since the commands would each assume a different one.
public final class TimeSpan implements ITypeConverter<Duration> {

  private static final Pattern FORM = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(ms|s|m|h|)");
  private static final Duration LONGEST = Duration.ofDays(1000);

  @Override
  public Duration convert(String text) {
    Matcher parts = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!parts.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a duration such as 400ms, 60s, 10m or 2h");
    }
    long unitNanos =
        switch (parts.group(2)) {
          case "ms" -> 1_000_000L;
          case "s" -> 1_000_000_000L;
          case "m" -> 60_000_000_000L;
          case "h" -> 3_600_000_000_000L;
          default ->
              throw new TypeConversionException(
                  "'%s' has no unit; write %1$sms, %1$ss, %1$sm or %1$sh".formatted(text.strip()));
        };
    BigDecimal nanos = new BigDecimal(parts.group(1)).multiply(BigDecimal.valueOf(unitNanos));
    if (nanos.signum() == 0) {
      throw new TypeConversionException("'" + text + "' must be longer than zero");
    }
    if (nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0) {
      throw new TypeConversionException(
          "'" + text + "' is longer than " + LONGEST.toDays() + " days");
    }
    return Duration.ofNanos(Math.max(nanos.longValue(), 1));
  }
}
