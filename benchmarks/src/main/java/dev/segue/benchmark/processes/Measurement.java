// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The figures of a measurement in another process, which passes them to its parent in a file.
///
/// @param figures by name
public record Measurement(Map<String, Double> figures) {
  private static final String FILE = "measurement";

  /// Returns a measurement without figures.
  public static Measurement none() {
    return new Measurement(Map.of());
  }

  /// Returns a measurement with one more figure.
  public Measurement with(String name, double figure) {
    var more = new LinkedHashMap<>(figures);
    more.put(name, figure);
    return new Measurement(Collections.unmodifiableMap(more));
  }

  /// Returns a figure, or NaN if there is no figure with that name.
  public double figure(String name) {
    return figures.getOrDefault(name, Double.NaN);
  }

  /// Writes the figures to a directory of [Processes].
  ///
  /// @throws IOException if they cannot be written
  public void write(Path directory) throws IOException {
    Files.write(
        directory.resolve(FILE),
        figures.entrySet().stream()
            .map(figure -> figure.getKey() + "=" + figure.getValue())
            .toList());
  }

  /// Reads the figures that a process has written to a directory.
  ///
  /// @throws IOException if the process has written none
  public static Measurement read(Path directory) throws IOException {
    Measurement measurement = none();
    for (String line : Files.readAllLines(directory.resolve(FILE))) {
      int end = line.indexOf('=');
      measurement =
          measurement.with(line.substring(0, end), Double.parseDouble(line.substring(end + 1)));
    }
    return measurement;
  }
}
