// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.io.PrintWriter;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/// Prints the final table.
final class Report {

  private final PrintWriter out;

  Report(PrintWriter out) {
    this.out = out;
  }

  void print(Route route, Result result) {
    print(route, result.oneWay());
    out.println();
    print(result.roundTripNanos());
    out.flush();
  }

  private void print(Route route, Result.OneWay result) {
    double seconds = result.nanos() / 1e9;
    double messages = Math.max(result.messages(), 1);
    out.printf(
        Locale.ROOT,
        "One way, as many as go: %,d messages in %.1f s%n",
        result.messages(),
        seconds);
    row("messages", result.messages() / seconds, "/s", "");
    row("serialized", result.rawBytes() / seconds / 1e6, "MB/s", each(result.rawBytes(), messages));
    if (route.compress()) {
      row(
          "compressed",
          result.sentBytes() / seconds / 1e6,
          "MB/s",
          each(result.sentBytes(), messages));
    }
    row("allocated to send", result.allocatedSending() / messages, "B", "each");
    row("allocated to receive", result.allocatedReceiving() / messages, "B", "each");
  }

  private void print(Histogram nanos) {
    out.printf(
        Locale.ROOT, "There and back, one at a time: %,d round trips%n", nanos.getTotalCount());
    row("p50", nanos.getValueAtPercentile(50) / 1e3, "us", "");
    row("p99", nanos.getValueAtPercentile(99) / 1e3, "us", "");
    row("p99.9", nanos.getValueAtPercentile(99.9) / 1e3, "us", "");
  }

  private static String each(long bytes, double messages) {
    return String.format(Locale.ROOT, "%,.0f B each", bytes / messages);
  }

  private void row(String name, double value, String unit, String remark) {
    String digits = String.format(Locale.ROOT, value < 1000 ? "%,.1f" : "%,.0f", value);
    String row = String.format(Locale.ROOT, "  %-22s %10s %-5s %s", name, digits, unit, remark);
    out.println(row.stripTrailing());
  }
}
