// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// Checks whether gRPC calls reach their performance goals.
final class Calls {
  /// gRPC over shared memory.
  static final String SHARED_MEMORY = "grpc-shm";

  /// gRPC over a Unix domain socket.
  static final String UNIX_SOCKET = "grpc-uds";

  private static final double TIMES_AS_FAST = 4;
  private static final double TIMES_THE_RATE = 2;
  private static final List<String> SHORT = List.of("64", "1024");

  private final List<String> lines = new ArrayList<>();
  private final List<String> behind = new ArrayList<>();
  private final Map<Row.Key, String> names;
  private int compared;
  private boolean isKnown = true;

  private Calls(Map<Row.Key, String> names) {
    this.names = names;
  }

  /// Returns a line for each goal and row; none if no calls were measured.
  static List<String> goals(List<Section> sections) {
    var calls = new Calls(Standing.names(sections));
    List<Row> rows = Standing.rows(sections);
    rows.forEach(calls::addTransport);
    calls.addBehind();
    rows.forEach(calls::addMarshaller);
    rows.forEach(calls::addMessage);
    return calls.lines;
  }

  private void addTransport(Row row) {
    if (!row.benchmark().startsWith("RpcBenchmark.")) {
      return;
    }
    if (row.benchmark().equals("RpcBenchmark.unaryP50") && SHORT.contains(row.param("message"))) {
      add(row, SHARED_MEMORY, UNIX_SOCKET, TIMES_AS_FAST);
    } else if (row.benchmark().equals("RpcBenchmark.unary100InFlight")) {
      add(row, SHARED_MEMORY, UNIX_SOCKET, TIMES_THE_RATE);
    }
    Ratio.of(row, SHARED_MEMORY, UNIX_SOCKET)
        .ifPresent(ratio -> {
          compared++;
          isKnown &= ratio.interval().isKnown();
          if (ratio.median() < 1) {
            behind.add("%s: %s × %s".formatted(names.get(row.key()), ratio.text(), UNIX_SOCKET));
          }
        });
  }

  private void addBehind() {
    if (compared > 0) {
      add(
          isKnown,
          behind.isEmpty(),
          "never behind %s: not behind in %d of %d rows"
              .formatted(UNIX_SOCKET, compared - behind.size(), compared));
      behind.forEach(row -> lines.add("        behind: " + row));
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
            found.interval().isKnown(),
            found.median() >= goal,
            "%s: %s × %s, at least %s"
                .formatted(names.get(row.key()), found.text(), theirs, Interval.ratio(goal))));
  }

  private void addAllocation(Row row) {
    OptionalDouble ours = row.figure("segue", Score.ALLOCATED);
    OptionalDouble theirs = row.figure("fory", Score.ALLOCATED);
    if (ours.isPresent() && theirs.isPresent()) {
      add(
          true,
          ours.getAsDouble() < theirs.getAsDouble(),
          "%s: %s B allocated, less than %s B with fory"
              .formatted(
                  names.get(row.key()),
                  Metric.number(ours.getAsDouble()),
                  Metric.number(theirs.getAsDouble())));
    }
  }

  /// Adds a line.
  ///
  /// @param isKnown whether there are enough rounds to decide
  private void add(boolean isKnown, boolean isMet, String text) {
    lines.add((!isKnown ? "open    " : isMet ? "met     " : "missed  ") + text);
  }
}
