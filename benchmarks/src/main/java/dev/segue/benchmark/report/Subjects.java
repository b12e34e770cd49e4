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

/// Explains the objects that benchmarks serialize, from their classes.
final class Subjects {
  private static final List<String> PAYLOADS =
      List.of("segue", "fory", "fory-fixed", "kryo", "fst");

  private Subjects() {}

  /// Returns an explanation for each object that occurs in some rows, by its name.
  static Map<String, String> of(List<Row> rows, RunInfo info) {
    var subjects = new LinkedHashMap<String, String>();
    for (Workload workload : Workload.values()) {
      List<Row> own =
          rows.stream().filter(row -> row.param("object").equals(workload.name())).toList();
      if (!own.isEmpty()) {
        subjects.put(workload.name(), explain(workload) + payloads(own, info));
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

  private static String payloads(List<Row> rows, RunInfo info) {
    for (Row row : rows) {
      String lengths =
          PAYLOADS.stream()
              .filter(name -> row.figure(name, Score.PAYLOAD).isPresent())
              .map(name -> "%s %s".formatted(name(row, name, info), bytes(row, name)))
              .collect(Collectors.joining("; "));
      if (!lengths.isEmpty()) {
        return ". Payload: " + lengths + ".";
      }
    }
    return ".";
  }

  private static String name(Row row, String contestant, RunInfo info) {
    return Library.of(contestant, row.params()).shortLabel(info);
  }

  private static String bytes(Row row, String contestant) {
    OptionalDouble bytes = row.figure(contestant, Score.PAYLOAD);
    return Metric.number(bytes.orElse(0)) + " B";
  }
}
