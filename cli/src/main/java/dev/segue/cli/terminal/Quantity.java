// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.util.Locale;

/// A number with its noun: `1 publisher`, `2 publishers`.
public final class Quantity {

  private Quantity() {}

  /// Formats a quantity.
  ///
  /// @param count the number
  /// @param noun in the singular; the plural gets an `s`
  /// @return the number, with separators between thousands, and the noun
  public static String of(long count, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
  }
}
