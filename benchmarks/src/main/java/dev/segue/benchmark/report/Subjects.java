// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import dev.segue.workload.Workload;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// Describes the objects that benchmarks serialize, based on their classes.
final class Subjects {
  private static final String OURS = "segue";

  private Subjects() {}

  /// Returns a description of each object in the given rows, by its name.
  static Map<String, String> of(List<Row> rows) {
    var subjects = new LinkedHashMap<String, String>();
    for (Workload workload : Workload.values()) {
      List<Row> own =
          rows.stream().filter(row -> row.param("object").equals(workload.name())).toList();
      if (!own.isEmpty()) {
        subjects.put(workload.name(), explain(workload) + payload(own));
      }
    }
    return subjects;
  }

  private static String explain(Workload workload) {
    String gist =
        switch (workload) {
          case STRUCT -> "one flat object of primitive numbers. ";
          case STRUCT2 -> "one flat object of boxed numbers. ";
          case MEDIA_CONTENT ->
              "a small graph of objects, strings, enums and lists:"
                  + " one Media and three Images. ";
          case SAMPLE -> "one object with a field of each common kind. ";
        };
    return gist
        + workload.userTypes().stream().map(Subjects::fields).collect(Collectors.joining("; "));
  }

  private static String fields(Class<?> type) {
    if (type.isEnum()) {
      return "enum %s of %d".formatted(type.getSimpleName(), type.getEnumConstants().length);
    }
    List<Field> fields =
        Arrays.stream(type.getDeclaredFields())
            .filter(field -> !Modifier.isStatic(field.getModifiers()))
            .toList();
    Map<String, Long> types =
        fields.stream()
            .collect(
                Collectors.groupingBy(
                    field -> field.getType().getSimpleName(),
                    LinkedHashMap::new,
                    Collectors.counting()));
    return "%s: %d fields (%s)"
        .formatted(
            type.getSimpleName(),
            fields.size(),
            types.entrySet().stream()
                .map(entry ->
                    entry.getValue() == 1
                        ? entry.getKey()
                        : entry.getValue() + " " + entry.getKey())
                .collect(Collectors.joining(", ")));
  }

  private static String payload(List<Row> rows) {
    OptionalDouble bytes =
        rows.stream()
            .map(row -> row.figure(OURS, Score.PAYLOAD))
            .filter(OptionalDouble::isPresent)
            .findFirst()
            .orElse(OptionalDouble.empty());
    return bytes.isEmpty()
        ? "."
        : ". Segue's payload has " + Metric.number(bytes.getAsDouble()) + " bytes.";
  }
}
