// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The figures of one transport with messages of one kind, which the client hands to its parent in
/// a file. Times are in nanoseconds.
///
/// @param figures by name
record Measurement(Map<String, Double> figures) {
  /// Messages per second in one direction.
  static final String ONE_WAY = "oneWay";

  /// Bytes that the client's thread allocates in a round trip.
  static final String ALLOCATED = "allocated";

  /// The flag's round trip before the measurement.
  static final String FLAG_BEFORE = "flagBefore";

  /// The flag's round trip after it.
  static final String FLAG_AFTER = "flagAfter";

  private static final String FILE = "measurement";

  static Measurement none() {
    return new Measurement(Map.of());
  }

  Measurement with(String name, double figure) {
    var more = new LinkedHashMap<>(figures);
    more.put(name, figure);
    return new Measurement(Collections.unmodifiableMap(more));
  }

  double figure(String name) {
    return figures.getOrDefault(name, Double.NaN);
  }

  /// Returns the mean time of the flag; NaN if it was not measured.
  double flagNanos() {
    return (figure(FLAG_BEFORE) + figure(FLAG_AFTER)) / 2;
  }

  /// Returns whether the processes were moved during the measurement.
  boolean moved() {
    return Placement.moved(figure(FLAG_BEFORE), figure(FLAG_AFTER));
  }

  void write(Path directory) throws IOException {
    Files.write(
        directory.resolve(FILE),
        figures.entrySet().stream()
            .map(figure -> figure.getKey() + "=" + figure.getValue())
            .toList());
  }

  static Measurement read(Path directory) throws IOException {
    Measurement measurement = none();
    for (String line : Files.readAllLines(directory.resolve(FILE))) {
      int end = line.indexOf('=');
      measurement =
          measurement.with(line.substring(0, end), Double.parseDouble(line.substring(end + 1)));
    }
    return measurement;
  }
}
