// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// Files that are bundled with the report.
final class Resources {
  private Resources() {}

  static String text(String name) {
    try (InputStream bytes = Resources.class.getResourceAsStream(name)) {
      if (bytes == null) {
        throw new IllegalStateException("this build has no " + name);
      }
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the lines of a file with values separated by semicolons, without its header.
  static List<List<String>> table(String name, int columns) {
    List<List<String>> lines =
        text(name).lines().skip(1).map(line -> Arrays.asList(line.split(";", -1))).toList();
    for (List<String> line : lines) {
      if (line.size() != columns) {
        throw new IllegalStateException(name + ": not " + columns + " columns: " + line);
      }
    }
    return lines;
  }
}
