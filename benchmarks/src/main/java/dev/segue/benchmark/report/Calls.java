// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// Whether calls of gRPC are as fast as intended.
final class Calls {
  /// gRPC over shared memory.
  static final String SHARED_MEMORY = "grpc-shm";

  /// gRPC over a Unix domain socket.
  static final String UNIX_SOCKET = "grpc-uds";

  private static final double TIMES_THE_LATENCY = 4;
  private static final double TIMES_THE_RATE = 2;
  private static final List<String> SHORT = List.of("64", "1024");

  private final List<String> lines = new ArrayList<>();
  private final Map<Row.Key, String> names;

  private Calls(Map<Row.Key, String> names) {
    this.names = names;
  }

  /// Returns a line for each goal and row; none if no calls were measured.
  static List<String> goals(List<Section> sections) {
    var calls = new Calls(Standing.names(sections));
    List<Row> rows = Standing.rows(sections);
    rows.forEach(calls::addTransport);
    rows.forEach(calls::addMarshaller);
    rows.forEach(calls::addMessage);
    return calls.lines;
  }

  private void addTransport(Row row) {
    if (row.benchmark().startsWith("RpcBenchmark.")) {
      boolean isShort = SHORT.contains(row.param("message"));
      double goal =
          switch (row.benchmark()) {
            case "RpcBenchmark.unaryP50" -> isShort ? TIMES_THE_LATENCY : 1;
            case "RpcBenchmark.unary100InFlight" -> TIMES_THE_RATE;
            default -> 1;
          };
      add(row, SHARED_MEMORY, UNIX_SOCKET, goal);
    }
  }

  private void addMarshaller(Row row) {
    switch (row.benchmark()) {
      case "RpcMarshallerBenchmark.unary100InFlight",
          "RpcMarshallerBenchmark.streaming100InFlight" ->
          add(row, "segue", "protobuf", 1);
      case "RpcMarshallerBenchmark.unaryP50" -> addAllocation(row);
      default -> {}
    }
  }

  private void addMessage(Row row) {
    if (row.benchmark().startsWith("RpcMessageBenchmark.")
        && row.param("framework").equals("netty")) {
      add(row, "segue", "fory", 1);
      add(row, "segue", "kryo", 1);
    }
  }

  private void add(Row row, String ours, String theirs, double goal) {
    Optional<Ratio> ratio = Ratio.of(row, ours, theirs);
    ratio.ifPresent(found ->
        add(
            found.median() >= goal,
            "%s: %s × %s, at least %s"
                .formatted(names.get(row.key()), found.text(), theirs, Interval.ratio(goal))));
  }

  private void addAllocation(Row row) {
    OptionalDouble ours = row.figure("segue", Score.ALLOCATED);
    OptionalDouble theirs = row.figure("fory", Score.ALLOCATED);
    if (ours.isPresent() && theirs.isPresent()) {
      add(
          ours.getAsDouble() < theirs.getAsDouble(),
          "%s: %s B allocated, less than %s B with fory"
              .formatted(
                  names.get(row.key()),
                  Metric.number(ours.getAsDouble()),
                  Metric.number(theirs.getAsDouble())));
    }
  }

  private void add(boolean isMet, String text) {
    lines.add((isMet ? "met     " : "missed  ") + text);
  }
}
