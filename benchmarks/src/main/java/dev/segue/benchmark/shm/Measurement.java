// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// The results of one transport with messages of one length.
///
/// @param transport its key
/// @param length of the messages, in bytes
/// @param p50Nanos median latency of round trips back to back
/// @param p99Nanos 99th percentile
/// @param p999Nanos 99.9th percentile
/// @param maxNanos maximum
/// @param dueP50Nanos median latency of round trips on a schedule, from when they were due
/// @param dueP99Nanos 99th percentile
/// @param dueP999Nanos 99.9th percentile
/// @param messagesPerSecond one-way throughput; 0 if not measured
/// @param bytesPerRoundTrip bytes allocated by the client's thread for sending and receiving
record Measurement(
    String transport,
    int length,
    long p50Nanos,
    long p99Nanos,
    long p999Nanos,
    long maxNanos,
    long dueP50Nanos,
    long dueP99Nanos,
    long dueP999Nanos,
    double messagesPerSecond,
    double bytesPerRoundTrip) {

  static final List<String> COLUMNS =
      List.of(
          "transport",
          "length",
          "p50_ns",
          "p99_ns",
          "p999_ns",
          "max_ns",
          "due_p50_ns",
          "due_p99_ns",
          "due_p999_ns",
          "messages_per_s",
          "allocated_bytes_per_round_trip");

  double gigabytesPerSecond() {
    return messagesPerSecond * length / 1e9;
  }

  /// Returns the values of the columns.
  List<String> values() {
    return List.of(
        transport,
        Integer.toString(length),
        Long.toString(p50Nanos),
        Long.toString(p99Nanos),
        Long.toString(p999Nanos),
        Long.toString(maxNanos),
        Long.toString(dueP50Nanos),
        Long.toString(dueP99Nanos),
        Long.toString(dueP999Nanos),
        String.format(Locale.ROOT, "%.1f", messagesPerSecond),
        String.format(Locale.ROOT, "%.3f", bytesPerRoundTrip));
  }

  String csv() {
    return String.join(",", values());
  }

  static Measurement ofCsv(String line) {
    List<String> v = Arrays.asList(line.split(",", -1));
    return new Measurement(
        v.get(0),
        Integer.parseInt(v.get(1)),
        Long.parseLong(v.get(2)),
        Long.parseLong(v.get(3)),
        Long.parseLong(v.get(4)),
        Long.parseLong(v.get(5)),
        Long.parseLong(v.get(6)),
        Long.parseLong(v.get(7)),
        Long.parseLong(v.get(8)),
        Double.parseDouble(v.get(9)),
        Double.parseDouble(v.get(10)));
  }
}
