// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.report.Json;
import java.io.IOException;
import java.nio.file.Path;
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
public record CallResult(CallCase of, Measurement measurement) {
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

  /// Returns the main figures as one line for the terminal.
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

  /// Writes the figures in JMH's JSON format.
  ///
  /// @throws IOException if the file cannot be written
  public void write(Path file) throws IOException {
    ArrayNode results = Json.array();
    CallMessage message = of.message();
    Map<String, String> ofTransports =
        Map.of(
            "marshaller", message.library(),
            "message", message.content(),
            "transport", of.transport().key);
    Map<String, String> ofMarshallers =
        Map.of("library", message.library(), "message", message.content());
    measurement
        .figures()
        .forEach((method, figure) -> {
          if (method.equals(ALLOCATED)) {
            return;
          }
          add(results, "RpcBenchmark." + method, ofTransports, figure);
          if (of.transport() == CallTransport.UNIX_SOCKET && OF_MARSHALLERS.contains(method)) {
            add(results, "RpcMarshallerBenchmark." + method, ofMarshallers, figure);
          }
        });
    Json.write(results, file);
  }

  private void add(ArrayNode results, String benchmark, Map<String, String> params, double figure) {
    ObjectNode result = results.addObject();
    result.put("benchmark", PACKAGE + benchmark);
    result.put("mode", "sample");
    result.put("threads", 1);
    ArrayNode arguments = result.putArray("jvmArgs");
    of.flags().forEach(arguments::add);
    ObjectNode all = result.putObject("params");
    new TreeMap<>(params).forEach(all::put);
    String method = benchmark.substring(benchmark.indexOf('.') + 1);
    put(
        result.putObject("primaryMetric"),
        RATES.contains(method) ? figure : figure / 1e3,
        RATES.contains(method) ? "ops/s" : "us/op");
    ObjectNode secondary = result.putObject("secondaryMetrics");
    if (method.equals(UNARY)) {
      put(secondary.putObject("gc.alloc.rate.norm"), measurement.figure(ALLOCATED), "B/op");
    }
  }

  private static void put(ObjectNode metric, double value, String unit) {
    metric.put("score", value).put("scoreUnit", unit);
    metric.putArray("rawData").addArray().add(value);
  }
}
