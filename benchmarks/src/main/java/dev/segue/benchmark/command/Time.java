// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Parses a time with its unit, as JMH does: `100ms`, `2s`, `1m`.
final class Time implements ITypeConverter<Long> {
  private static final Pattern FORM = Pattern.compile("\\d{1,9}(ms|s|m)");

  @Override
  public Long convert(String text) {
    if (!FORM.matcher(text).matches()) {
      throw new TypeConversionException("'" + text + "' is not a time such as 100ms, 2s or 1m");
    }
    return TimeValue.fromString(text).convertTo(TimeUnit.MILLISECONDS);
  }
}
