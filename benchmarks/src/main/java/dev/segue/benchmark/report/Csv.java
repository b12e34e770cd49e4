// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Formats scores as comma-separated values.
public final class Csv {
  private static final String HEAD =
      "benchmark,params,contestant,score,error95,unit,allocated_bytes_per_op,payload_bytes";

  private Csv() {}

  /// Returns a header and a line for each score. Parameters are separated by spaces.
  public static String of(List<Score> scores) {
    return scores.stream().map(Csv::line).collect(Collectors.joining("\n", HEAD + "\n", "\n"));
  }

  private static String line(Score score) {
    return String.join(
        ",",
        score.benchmark(),
        Ratios.params(score.params()),
        score.contestant(),
        number(score.primary().value()),
        number(score.primary().error()),
        score.primary().unit(),
        secondary(score, Score.ALLOCATED),
        secondary(score, Score.PAYLOAD));
  }

  private static String secondary(Score score, String name) {
    Metric metric = score.secondary().get(name);
    return metric == null ? "" : number(metric.value());
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.6g", value);
  }
}
