// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/// Formats the results of a case as a line for the terminal.
public final class Scores {
  private Scores() {}

  /// Returns the score, the allocation, and the length of the payload.
  public static String line(Collection<RunResult> runs) {
    return runs.stream().map(Scores::line).collect(Collectors.joining());
  }

  private static String line(RunResult run) {
    Result<?> primary = run.getPrimaryResult();
    var line =
        new StringBuilder(
            String.format(Locale.ROOT, "  %,.3f %s", primary.getScore(), primary.getScoreUnit()));
    append(line, run, "gc.alloc.rate.norm", "  %,.1f B/op");
    append(line, run, Figures.PAYLOAD, "  %,.0f B long");
    return line.toString();
  }

  private static void append(StringBuilder line, RunResult run, String metric, String format) {
    Result<?> result = run.getSecondaryResults().get(metric);
    if (result != null) {
      line.append(String.format(Locale.ROOT, format, result.getScore()));
    }
  }
}
