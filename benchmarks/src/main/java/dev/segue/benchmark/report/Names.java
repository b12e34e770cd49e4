// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Locale;

/// Formats parameters, libraries and units for tables.
final class Names {
  private static final List<String> BYTES = List.of("size", "pageSize", "length");
  private static final List<String> CEILINGS = List.of("handwritten", "flag", "copy", "plain");
  private static final String OURS = "segue";

  private Names() {}

  /// Returns whether a column is one of this project's.
  static boolean isOurs(String contestant) {
    return contestant.equals(OURS) || contestant.startsWith(OURS + "-");
  }

  /// Returns whether a column is an upper bound rather than a library.
  static boolean isCeiling(String contestant) {
    return CEILINGS.contains(contestant);
  }

  /// Formats a parameter and its value briefly.
  static String param(String name, String value) {
    return switch (name) {
      case "object", "buffer", "schema", "data", "codec" -> value;
      case "references" -> value.equals("true") ? "references" : "no references";
      case "dictionary" -> value.equals("true") ? "dictionary" : "no dictionary";
      case "copy" -> value.equals("true") ? "copied" : "out of band";
      default -> name + " " + value(name, value);
    };
  }

  /// Formats a value, with a unit if it is a number of bytes.
  static String value(String name, String value) {
    if (!BYTES.contains(name)) {
      return value;
    }
    long bytes = Long.parseLong(value);
    if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
      return (bytes >> 20) + " MiB";
    }
    return bytes >= 1 << 10 && bytes % (1 << 10) == 0
        ? (bytes >> 10) + " KiB"
        : String.format(Locale.ROOT, "%,d B", bytes);
  }

  /// Formats a unit as people write it.
  static String unit(String unit) {
    return unit.startsWith("us") ? "µ" + unit.substring(1) : unit;
  }
}
