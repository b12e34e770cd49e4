// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// Parses a number of bytes as people write it: `4096`, `4k`, `4KiB`, `1M`. The units are powers of
/// 1024.
public final class ByteSize implements ITypeConverter<Long> {

  private static final Pattern FORM = Pattern.compile("(\\d{1,18})\\s*(|k|m|g)(i?b)?");

  @Override
  public Long convert(String text) {
    Matcher parts = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!parts.matches()) {
      throw new TypeConversionException(
          "'" + text + "' is not a number of bytes such as 4096, 64k or 1M");
    }
    int shift =
        switch (parts.group(2)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          default -> 0;
        };
    try {
      return Math.multiplyExact(Long.parseLong(parts.group(1)), 1L << shift);
    } catch (ArithmeticException e) {
      throw new TypeConversionException("'" + text + "' is too large");
    }
  }
}
