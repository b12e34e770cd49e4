// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Locale;

/// Formats parameters and units for readers.
final class Names {
  /// The parameter for the placement of two processes, which is `near` if their processors share a
  /// cache.
  static final String PLACEMENT = "placement";

  private static final List<String> BYTES = List.of("size", "pageSize", "length", "message");

  private Names() {}

  /// Formats the name of a method.
  static String method(String benchmark) {
    String method = benchmark.substring(benchmark.indexOf('.') + 1);
    return switch (method) {
      case "roundTripP50" -> "round trip, median";
      case "roundTripP99" -> "round trip, 99th percentile";
      case "roundTripP999" -> "round trip, 99.9th percentile";
      case "unaryP50" -> "unary call, median";
      case "unaryP99" -> "unary call, 99th percentile";
      case "unary100InFlightCpu" -> "CPU time of a unary call, 100 in flight";
      case "unaryAfterPauseP50" -> "unary call after a pause, median";
      case "unaryAfterPauseP99" -> "unary call after a pause, 99th percentile";
      case "unary100InFlight" -> "unary calls, 100 in flight";
      case "streamingP50" -> "message on a stream, median";
      case "streaming100InFlight" -> "messages on a stream, 100 in flight";
      case "doGet" -> "batches read";
      case "doGetCpu" -> "CPU time of batches";
      case "cpu" -> "CPU time of both processes";
      case "firstCallP50" -> "first call, median";
      case "firstCallP99" -> "first call, 99th percentile";
      case "recordsPerSecondAndCore" -> "records a second and core";
      case "load50P50" -> "latency at 50 % load, median";
      case "load50P99" -> "latency at 50 % load, 99th percentile";
      case "load50P999" -> "latency at 50 % load, 99.9th percentile";
      case "load80P50" -> "latency at 80 % load, median";
      case "load80P99" -> "latency at 80 % load, 99th percentile";
      case "load80P999" -> "latency at 80 % load, 99.9th percentile";
      case "dueP50" -> "scheduled round trip, median";
      case "dueP99" -> "scheduled round trip, 99th percentile";
      default -> words(method);
    };
  }

  /// Formats the class name as a prefix of method names; the empty string for object graphs, to
  /// which most rows belong.
  static String prefix(String benchmark) {
    String name = benchmark.substring(0, benchmark.indexOf('.')).replace("Benchmark", "");
    return name.equals("Serialization") ? "" : words(name) + ": ";
  }

  private static String words(String name) {
    return name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
  }

  /// Formats a parameter and its value briefly.
  static String param(String name, String value) {
    return switch (name) {
      case "object", "data", "codec", "client" -> value;
      case "buffer" -> value.equals("ARRAY") ? "byte array" : "native memory";
      case "schema" -> value.equals("COMPATIBLE") ? "compatible" : "consistent";
      case "references" -> value.equals("true") ? "references on" : "references off";
      case "dictionary" -> value.equals("true") ? "dictionary" : "no dictionary";
      case "copy" -> value.equals("true") ? "copied" : "out of band";
      default -> name + " " + value(name, value);
    };
  }

  /// Formats a value, with a unit if it is a number of bytes.
  static String value(String name, String value) {
    if (!BYTES.contains(name) || !Character.isDigit(value.charAt(0))) {
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

  /// Formats a unit for readers.
  static String unit(String unit) {
    return unit.startsWith("us") ? "µ" + unit.substring(1) : unit;
  }
}
