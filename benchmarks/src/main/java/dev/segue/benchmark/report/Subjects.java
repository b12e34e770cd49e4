// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// Describes the objects of the JVM serializer benchmarks.
final class Subjects {
  private Subjects() {}

  /// Returns a description of each object in the given rows, by its name.
  static Map<String, String> of(List<Row> rows) {
    var subjects = new LinkedHashMap<String, String>();
    for (List<String> line : Resources.table("objects.csv", 2)) {
      List<Row> own =
          rows.stream().filter(row -> row.param("object").equals(line.getFirst())).toList();
      if (!own.isEmpty()) {
        subjects.put(line.getFirst(), line.getLast() + payload(own));
      }
    }
    return subjects;
  }

  private static String payload(List<Row> rows) {
    return rows.stream()
        .map(row -> row.figure("segue", Score.PAYLOAD))
        .flatMapToDouble(OptionalDouble::stream)
        .mapToObj(bytes -> ". Segue's payload has " + Metric.number(bytes) + " bytes.")
        .findFirst()
        .orElse(".");
  }
}
