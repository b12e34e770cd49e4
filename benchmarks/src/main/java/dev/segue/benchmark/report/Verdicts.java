// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The summary of a run in plain text.
public final class Verdicts {
  private Verdicts() {}

  /// Returns a line for each peer, and one for each loss.
  public static String text(List<Section> sections) {
    List<Standing> standings = Standing.of(sections);
    var info = new RunInfo(Map.of());
    var text = new StringBuilder();
    text.append(line("Segue's speed relative to", "mean", "ahead", "tied", "behind"));
    for (Standing standing : standings) {
      text.append(
          line(
              standing.label(info),
              Interval.ratio(standing.mean()),
              standing.count(Verdict.AHEAD),
              standing.count(Verdict.TIED),
              standing.count(Verdict.BEHIND)));
    }
    if (standings.isEmpty()) {
      return "no row has both Segue and a peer\n";
    }
    Map<Row.Key, String> names = Standing.names(sections);
    for (Standing standing : standings) {
      for (Ratio ratio : standing.with(Verdict.BEHIND)) {
        text.append(
            "behind %s: %s: %s\n"
                .formatted(standing.label(info), names.get(ratio.row().key()), ratio.text()));
      }
    }
    return text.toString();
  }

  private static String line(String name, Object... cells) {
    var line = new StringBuilder(String.format(Locale.ROOT, "%-44s", name));
    for (Object cell : cells) {
      line.append(String.format(Locale.ROOT, " %7s", cell));
    }
    return line.append('\n').toString();
  }
}
