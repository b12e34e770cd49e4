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

/// Idle connections of gRPC: CPU time and threads of the client and of the server, and the latency
/// of the first call afterwards. One channel is one connection.
///
/// @param transport the transport
/// @param channels the number of idle channels
/// @param millis duration of the measurement
public record IdleCase(CallTransport transport, int channels, long millis) implements ProcessCase {
  private static final int CHANNELS = 200;
  private static final String BENCHMARK = "dev.segue.benchmark.rpc.IdleBenchmark.";
  private static final List<CallTransport> TRANSPORTS =
      List.of(CallTransport.SHM, CallTransport.UNIX_SOCKET);

  private static final List<String> FLAGS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Xmx512m",
          "-XX:+UseSerialGC");

  /// Returns the cases of a round: thirty times the usual duration, since little happens.
  ///
  /// @throws IllegalArgumentException if there is no such transport
  public static List<IdleCase> of(ProcessSettings settings) {
    return settings.transports(TRANSPORTS, CallTransport::of).stream()
        .map(transport -> new IdleCase(transport, CHANNELS, 30 * settings.millis()))
        .toList();
  }

  @Override
  public double seconds() {
    return IdleClient.seconds(millis);
  }

  @Override
  public Result measure() throws IOException, InterruptedException {
    try (var processes = new Processes()) {
      List<String> arguments =
          List.of(
              transport.key,
              processes.directory().toString(),
              IdleClient.MESSAGE.library(),
              IdleClient.MESSAGE.content(),
              Integer.toString(channels),
              Long.toString(millis));
      Duration patience = Duration.ofSeconds(120 + Math.round(4 * seconds()));
      return result(
          processes.run(List.of(CallServer.class, IdleClient.class), FLAGS, arguments, patience));
    }
  }

  private Result result(Measurement measurement) {
    double client = measurement.figure(IdleClient.CLIENT_CPU);
    double server = measurement.figure(IdleClient.SERVER_CPU);
    double clientThreads = measurement.figure(IdleClient.CLIENT_THREADS);
    double serverThreads = measurement.figure(IdleClient.SERVER_THREADS);
    double p50 = measurement.figure(IdleClient.FIRST_CALL_P50);
    double p99 = measurement.figure(IdleClient.FIRST_CALL_P99);
    Map<String, String> params =
        Map.of("channels", Integer.toString(channels), "transport", transport.key);
    var results = new JmhResults(FLAGS);
    results.add(
        BENCHMARK + "cpu",
        params,
        new Metric(client + server, "% of a core"),
        Map.of(
            "% in the server", new Metric(server, ""),
            "threads of the client", new Metric(clientThreads, ""),
            "threads of the server", new Metric(serverThreads, "")));
    results.add(BENCHMARK + "firstCallP50", params, new Metric(p50, "us/op"), Map.of());
    results.add(BENCHMARK + "firstCallP99", params, new Metric(p99, "us/op"), Map.of());
    return new Figures(
        String.format(
            Locale.ROOT,
            "  client %.2f %% of a core, %.0f threads more; server %.2f %%, %.0f;"
                + " first call p50 %.0f µs, p99 %.0f µs",
            client,
            clientThreads,
            server,
            serverThreads,
            p50,
            p99),
        results);
  }

  /// Returns the name of the case.
  @Override
  public String toString() {
    return "IdleBenchmark channels=%d transport=%s".formatted(channels, transport.key);
  }
}
