// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.Processes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Measures how fast a client of Arrow Flight reads record batches (`DoGet`) from a server in
/// another process, over each transport in turn, for several rounds. The client reads one value of
/// each batch.
///
/// ```
/// java --enable-native-access=ALL-UNNAMED -cp benchmarks/target/benchmarks.jar \
///     dev.segue.benchmark.rpc.FlightThroughput grpc-shm,grpc-uds,grpc-tcp 5 10 64,1024 16384
/// ```
final class FlightThroughput {
  /// Megabytes of values per second.
  static final String RATE = "rate";

  /// CPU time of both processes, in seconds per gigabyte.
  static final String CPU = "cpu";

  private static final List<String> DEFAULTS =
      List.of("grpc-shm,grpc-uds,grpc-tcp", "5", "10", "64,1024", "16384");

  private static final List<String> FLAGS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "-Xms512m",
          "-Xmx512m",
          "-XX:+UseSerialGC");

  private FlightThroughput() {}

  /// Prints a line for each measurement, and the medians of all rounds.
  ///
  /// @param args transports, separated by commas; the number of rounds; the duration of a
  ///   measurement in seconds; batch sizes in KiB, separated by commas; the lane capacity of shared
  ///   memory in KiB
  public static void main(String[] args) throws IOException, InterruptedException {
    List<String> settings = new ArrayList<>(DEFAULTS);
    for (int i = 0; i < args.length; i++) {
      settings.set(i, args[i]);
    }
    Map<String, List<Measurement>> all = new LinkedHashMap<>();
    int rounds = Integer.parseInt(settings.get(1));
    for (int round = 0; round < rounds; round++) {
      for (String size : settings.get(3).split(",", -1)) {
        for (String transport : settings.get(0).split(",", -1)) {
          double seconds = Double.parseDouble(settings.get(2));
          Measurement figures = measure(transport, seconds, size, settings.get(4));
          String name = "%s, batches of %s KiB".formatted(transport, size);
          print(name, List.of(figures));
          all.computeIfAbsent(name, _ -> new ArrayList<>()).add(figures);
        }
      }
    }
    System.out.printf("%nMedians of %d rounds:%n", rounds);
    all.forEach(FlightThroughput::print);
  }

  /// Measures one transport with two new processes.
  ///
  /// @throws IOException if a process cannot be started, fails, or hangs
  static Measurement measure(
      String transport, double seconds, String batchKibibytes, String laneKibibytes)
      throws IOException, InterruptedException {
    try (var processes = new Processes()) {
      List<String> arguments =
          List.of(
              transport,
              processes.directory().toString(),
              Double.toString(seconds),
              batchKibibytes,
              laneKibibytes);
      Duration patience = Duration.ofMinutes(2).plusSeconds(Math.round(10 * seconds));
      return processes.run(
          List.of(FlightSource.class, FlightReader.class), FLAGS, arguments, patience);
    }
  }

  private static void print(String name, List<Measurement> rounds) {
    System.out.printf(
        Locale.ROOT,
        "%s: %.0f MB/s, %.2f s of CPU for a GB%n",
        name,
        median(rounds, RATE),
        median(rounds, CPU));
  }

  private static double median(List<Measurement> rounds, String figure) {
    double[] sorted = rounds.stream().mapToDouble(round -> round.figure(figure)).toArray();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
