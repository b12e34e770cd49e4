// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.processes.JmhResults;
import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.ProcessCase;
import dev.segue.benchmark.processes.ProcessSettings;
import dev.segue.benchmark.processes.Processes;
import dev.segue.benchmark.report.Metric;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A client of Arrow Flight that reads record batches (`DoGet`) from a server in another process.
/// It reads one value of each batch.
///
/// @param transport the transport
/// @param batchBytes the length of a batch
/// @param millis duration of the warm-up and of the measurement
public record FlightCase(CallTransport transport, int batchBytes, long millis)
    implements ProcessCase {
  /// The capacity of a lane of shared memory.
  static final long LANE_BYTES = 16 << 20;

  /// Megabytes of values per second.
  static final String RATE = "rate";

  /// CPU time of both processes, in seconds per gigabyte.
  static final String CPU = "cpu";

  private static final String BENCHMARK = "dev.segue.benchmark.rpc.FlightBenchmark.doGet";
  private static final double SECONDS_TO_START = 1.5;
  private static final List<CallTransport> TRANSPORTS =
      List.of(CallTransport.SHM, CallTransport.UNIX_SOCKET, CallTransport.LOOPBACK);
  private static final List<Integer> SIZES = List.of(64 << 10, 1 << 20);

  private static final List<String> FLAGS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "-Xms512m",
          "-Xmx512m",
          "-XX:+UseSerialGC");

  /// Returns the cases of a round: five times the usual duration, since the first batches take
  /// longest.
  ///
  /// @throws IllegalArgumentException if there is no such transport, or a size is not positive
  public static List<FlightCase> of(ProcessSettings settings) {
    List<CallTransport> transports = settings.transports(TRANSPORTS, CallTransport::of);
    return settings.sizes(SIZES).stream()
        .flatMap(size ->
            transports.stream()
                .map(transport -> new FlightCase(transport, size, 5 * settings.millis())))
        .toList();
  }

  /// Checks the length of a batch.
  public FlightCase {
    if (batchBytes < Long.BYTES) {
      throw new IllegalArgumentException("--size " + batchBytes + ": at least " + Long.BYTES);
    }
  }

  @Override
  public double seconds() {
    return SECONDS_TO_START + 2 * millis / 1e3;
  }

  @Override
  public Result measure() throws IOException, InterruptedException {
    try (var processes = new Processes()) {
      List<String> arguments =
          List.of(
              transport.key,
              processes.directory().toString(),
              Integer.toString(batchBytes),
              Long.toString(millis));
      Duration patience = Duration.ofSeconds(120 + Math.round(10 * seconds()));
      return result(
          processes.run(
              List.of(FlightSource.class, FlightReader.class), FLAGS, arguments, patience));
    }
  }

  private Result result(Measurement measurement) {
    double rate = measurement.figure(RATE);
    double cpu = measurement.figure(CPU);
    Map<String, String> params =
        Map.of("size", Integer.toString(batchBytes), "transport", transport.key);
    var results = new JmhResults(FLAGS);
    results.add(BENCHMARK, params, new Metric(rate, "MB/s"), Map.of());
    results.add(BENCHMARK + "Cpu", params, new Metric(cpu, "s/GB"), Map.of());
    return new Figures(
        String.format(Locale.ROOT, "  %,.0f MB/s, %.2f s of CPU for a GB", rate, cpu), results);
  }

  /// Returns the name of the case.
  @Override
  public String toString() {
    return "FlightBenchmark size=%d transport=%s".formatted(batchBytes, transport.key);
  }
}
