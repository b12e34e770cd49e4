// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Locale;

/// What stands in tables for parameters, contestants and units.
final class Names {
  private static final List<String> BYTES = List.of("size", "pageSize", "length");
  private static final List<String> CEILINGS = List.of("handwritten", "flag", "copy", "plain");
  private static final String OURS = "segue";

  private Names() {}

  /// Whether it is one of this project's contestants.
  static boolean isOurs(String contestant) {
    return contestant.equals(OURS) || contestant.startsWith(OURS + "-");
  }

  /// Whether it is no library, but what the machine could do.
  static boolean isCeiling(String contestant) {
    return CEILINGS.contains(contestant);
  }

  /// A parameter and its value, shortly.
  static String param(String name, String value) {
    return switch (name) {
      case "object", "buffer", "schema", "data", "codec" -> value;
      case "references" -> value.equals("true") ? "references" : "no references";
      case "dictionary" -> value.equals("true") ? "dictionary" : "no dictionary";
      case "copy" -> value.equals("true") ? "copied" : "out of band";
      default -> name + " " + value(name, value);
    };
  }

  /// A value, with a unit where it is a number of bytes.
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

  /// The unit as people write it.
  static String unit(String unit) {
    return unit.startsWith("us") ? "µ" + unit.substring(1) : unit;
  }
}
