// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.processes.JmhResults;
import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.ProcessCase;
import dev.segue.benchmark.report.Metric;
import dev.segue.benchmark.report.Score;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// The result of a [CallCase]: several figures, each formatted like the result of a benchmark
/// method.
///
/// The figures of the Unix domain socket appear twice: among the transports with one marshaller
/// (`RpcBenchmark`), and among the marshallers on one transport (`RpcMarshallerBenchmark`).
///
/// @param of the case
/// @param measurement the figures, times in nanoseconds
public record CallResult(CallCase of, Measurement measurement) implements ProcessCase.Result {
  /// Median latency of consecutive unary calls.
  static final String UNARY = "unaryP50";

  /// The 99th percentile of [#UNARY].
  static final String UNARY_P99 = "unaryP99";

  /// Median latency of a unary call after a pause in which readers fall asleep.
  static final String SLEEPING = "unaryAfterPauseP50";

  /// The 99th percentile of [#SLEEPING].
  static final String SLEEPING_P99 = "unaryAfterPauseP99";

  /// Unary calls per second, with 100 in flight.
  static final String UNARY_RATE = "unary100InFlight";

  /// CPU time of client and server per unary call, with 100 in flight.
  static final String UNARY_CPU = "unary100InFlightCpu";

  /// Median round trip of consecutive messages on a stream.
  static final String STREAMING = "streamingP50";

  /// Round trips per second of messages on a stream, with 100 in flight.
  static final String STREAMING_RATE = "streaming100InFlight";

  /// Bytes that both processes allocate per unary call.
  static final String ALLOCATED = "allocated";

  private static final String PACKAGE = "dev.segue.benchmark.rpc.";
  private static final List<String> RATES = List.of(UNARY_RATE, STREAMING_RATE);
  private static final List<String> OF_MARSHALLERS = List.of(UNARY, UNARY_RATE, STREAMING_RATE);

  @Override
  public String line() {
    return String.format(
        Locale.ROOT,
        "  %,.1f µs, after a pause %,.1f µs, %,.0f /s, stream %,.0f /s, %,.0f B",
        measurement.figure(UNARY) / 1e3,
        measurement.figure(SLEEPING) / 1e3,
        measurement.figure(UNARY_RATE),
        measurement.figure(STREAMING_RATE),
        measurement.figure(ALLOCATED));
  }

  @Override
  public JmhResults results() {
    var results = new JmhResults(of.flags());
    CallMessage message = of.message();
    var ofTransports = new TreeMap<String, String>();
    ofTransports.put("marshaller", message.library());
    ofTransports.put("message", message.content());
    ofTransports.put("transport", of.transport().key);
    var ofMarshallers = new TreeMap<String, String>();
    ofMarshallers.put("library", message.library());
    ofMarshallers.put("message", message.content());
    measurement
        .figures()
        .forEach((method, figure) -> {
          if (method.equals(ALLOCATED)) {
            return;
          }
          add(results, "RpcBenchmark.", method, ofTransports, figure);
          if (of.transport() == CallTransport.UNIX_SOCKET && OF_MARSHALLERS.contains(method)) {
            add(results, "RpcMarshallerBenchmark.", method, ofMarshallers, figure);
          }
        });
    return results;
  }

  private void add(
      JmhResults results, String type, String method, Map<String, String> params, double figure) {
    boolean isRate = RATES.contains(method);
    results.add(
        PACKAGE + type + method,
        params,
        isRate ? new Metric(figure, "ops/s") : new Metric(figure / 1e3, "us/op"),
        method.equals(UNARY)
            ? Map.of(Score.ALLOCATED, new Metric(measurement.figure(ALLOCATED), "B/op"))
            : Map.of());
  }
}
