// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Formats the notes below a figure: allocation, payload length, and further figures.
final class Notes {
  private Notes() {}

  static List<String> of(Score score) {
    var notes = new ArrayList<String>();
    Metric allocated = score.secondary().get(Score.ALLOCATED);
    if (allocated != null) {
      notes.add(bytes(allocated) + " B/op");
    }
    Metric payload = score.secondary().get(Score.PAYLOAD);
    if (payload != null) {
      notes.add(bytes(payload) + " B long");
    }
    score
        .secondary()
        .forEach((name, metric) -> {
          if (!name.startsWith("gc.") && !name.equals(Score.PAYLOAD)) {
            notes.add("%s %s %s".formatted(name, metric.text(), Names.unit(metric.unit())));
          }
        });
    return notes;
  }

  /// Allocation below one byte per operation is caused by JMH itself.
  private static String bytes(Metric metric) {
    return String.format(Locale.ROOT, "%,.0f", metric.value() < 1 ? 0 : metric.value());
  }
}
