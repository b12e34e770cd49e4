// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// The scores of all rounds as comma-separated values.
final class Csv {
  private static final String HEAD =
      "suite,benchmark,params,library,unit,median,low95,high95,scores_by_round,"
          + "allocated_bytes_per_op,payload_bytes,flag_ns";

  private Csv() {}

  /// Returns a header and a line for each library in each row. Parameters, and the scores of the
  /// rounds, are separated by spaces; `-` stands for a missing round.
  static String of(List<Section> sections) {
    var csv = new StringBuilder(HEAD).append('\n');
    for (Section section : sections) {
      for (Table table : section.tables()) {
        for (Row row : table.rows()) {
          row.libraries().forEach(name -> csv.append(line(section, row, name)).append('\n'));
        }
      }
    }
    return csv.toString();
  }

  private static String line(Section section, Row row, String library) {
    Interval speed = row.speed(library).orElse(null);
    return String.join(
        ",",
        section.name(),
        row.benchmark(),
        Ratios.params(row.params()),
        library,
        row.unit(),
        speed == null ? "" : number(speed.median()),
        speed == null || !speed.isKnown() ? "" : number(speed.low()),
        speed == null || !speed.isKnown() ? "" : number(speed.high()),
        rounds(row.rounds(library)),
        figure(row.figure(library, Score.ALLOCATED)),
        figure(row.figure(library, Score.PAYLOAD)),
        figure(row.figure(library, Score.FLAG)));
  }

  private static String rounds(SortedMap<Integer, Score> rounds) {
    return IntStream.rangeClosed(1, rounds.lastKey())
        .mapToObj(rounds::get)
        .map(score -> score == null ? "-" : number(score.primary().value()))
        .collect(Collectors.joining(" "));
  }

  private static String figure(OptionalDouble figure) {
    return figure.isPresent() ? number(figure.getAsDouble()) : "";
  }

  private static String number(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.5g", value) : "-";
  }
}
