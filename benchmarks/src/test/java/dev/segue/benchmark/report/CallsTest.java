// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CallsTest {
  private static Score score(
      String benchmark, String library, Map<String, String> params, double value, String unit) {
    var allocated = Map.of(Score.ALLOCATED, new Metric(10 * value, "B/op"));
    return new Score(benchmark, params, library, 1, new Metric(value, unit), allocated, List.of());
  }

  /// Returns the goals of three equal rounds.
  private static List<String> goals(Score... scores) {
    return goals(3, scores);
  }

  private static List<String> goals(int rounds, Score... scores) {
    var all = new ArrayList<Score>();
    for (int round = 1; round <= rounds; round++) {
      for (Score score : scores) {
        all.add(Scores.inRound(score, round));
      }
    }
    List<Table> tables = Tables.of(all);
    return Calls.goals(List.of(new Section("rpc", "", "", tables, Set.of(), List.of())));
  }

  private static Score onTransport(String method, String transport, String message, double value) {
    String unit = method.contains("InFlight") ? "ops/s" : "us/op";
    var params = Map.of("marshaller", "segue", "message", message);
    return score("RpcBenchmark." + method, transport, params, value, unit);
  }

  private static Score ofLibrary(String method, String shown, double value, String unit) {
    var params = Map.of("message", "STRUCT");
    return score("RpcMarshallerBenchmark." + method, shown, params, value, unit);
  }

  @Test
  void shortAndLongCallsHaveDifferentGoals() {
    assertEquals(
        List.of(
            "met     rpc: unary call, median, marshaller segue, 64 B:"
                + " 5.00 (5.00 to 5.00) × grpc-uds, at least 4.00",
            "missed  rpc: unary call, median, marshaller segue, 1 KiB:"
                + " 3.00 (3.00 to 3.00) × grpc-uds, at least 4.00",
            "missed  never behind grpc-uds: not behind in 2 of 3 rows",
            "        behind: rpc: unary call, median, marshaller segue, 64 KiB: 0.50 (0.50 to 0.50) × grpc-uds"),
        goals(
            onTransport("unaryP50", "grpc-shm", "64", 10),
            onTransport("unaryP50", "grpc-uds", "64", 50),
            onTransport("unaryP50", "grpc-shm", "1024", 10),
            onTransport("unaryP50", "grpc-uds", "1024", 30),
            onTransport("unaryP50", "grpc-shm", "65536", 100),
            onTransport("unaryP50", "grpc-uds", "65536", 50)));
  }

  @Test
  void manyCallsAreComparedByRate() {
    assertEquals(
        List.of(
            "missed  rpc: unary calls, 100 in flight, marshaller segue, 64 B:"
                + " 1.50 (1.50 to 1.50) × grpc-uds, at least 2.00",
            "met     never behind grpc-uds: not behind in 1 of 1 rows"),
        goals(
            onTransport("unary100InFlight", "grpc-shm", "64", 30),
            onTransport("unary100InFlight", "grpc-uds", "64", 20)));
  }

  @Test
  void marshallersAreComparedByRateAndAllocation() {
    assertEquals(
        List.of(
            "met     rpc marshaller: unary call, median, STRUCT:"
                + " 100 B allocated, less than 200 B with fory",
            "met     rpc marshaller: unary calls, 100 in flight, STRUCT:"
                + " 1.00 (1.00 to 1.00) × protobuf, at least 1.00"),
        goals(
            ofLibrary("unaryP50", "segue", 10, "us/op"),
            ofLibrary("unaryP50", "fory", 20, "us/op"),
            ofLibrary("unary100InFlight", "segue", 10, "ops/s"),
            ofLibrary("unary100InFlight", "protobuf", 10, "ops/s")));
  }

  @Test
  void fewRoundsLeaveGoalsOpen() {
    assertEquals(
        List.of(
            "open    rpc: unary call, median, marshaller segue, 64 B:"
                + " 3.00 × grpc-uds, at least 4.00",
            "open    never behind grpc-uds: not behind in 1 of 1 rows"),
        goals(
            2,
            onTransport("unaryP50", "grpc-shm", "64", 10),
            onTransport("unaryP50", "grpc-uds", "64", 30)));
  }

  @Test
  void otherRunsHaveNoGoals() {
    assertEquals(List.of(), goals());
  }
}
