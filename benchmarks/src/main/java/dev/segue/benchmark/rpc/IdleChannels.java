// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.Processes;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/// Measures idle connections: CPU time and threads of the client and of the server, and the latency
/// of the first call afterwards. One channel is one connection.
///
/// ```
/// java --enable-native-access=ALL-UNNAMED -cp benchmarks/target/benchmarks.jar \
///     dev.segue.benchmark.rpc.IdleChannels grpc-shm,grpc-uds 200 20
/// ```
final class IdleChannels {
  private static final String DEFAULT_CHANNELS = "200";
  private static final String DEFAULT_SECONDS = "20";
  private static final int CALLS_TO_WARM = 2000;
  private static final long SETTLE_MILLIS = 3000;
  private static final int ROUNDS_OF_CALLS = 5;
  private static final int DIGITS = 3;

  private static final List<String> FLAGS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Xmx512m",
          "-XX:+UseSerialGC");

  private IdleChannels() {}

  /// Prints a line for each transport.
  ///
  /// @param args transports, separated by commas; the number of channels; the duration of the
  ///   measurement in seconds
  public static void main(String[] args) throws IOException, InterruptedException {
    String channels = args.length > 1 ? args[1] : DEFAULT_CHANNELS;
    String seconds = args.length > 2 ? args[2] : DEFAULT_SECONDS;
    for (String transport : (args.length > 0 ? args[0] : CallTransport.SHM.key).split(",", -1)) {
      try (var processes = new Processes()) {
        List<String> arguments =
            List.of(transport, processes.directory().toString(), channels, seconds);
        Duration patience = Duration.ofMinutes(2).plusSeconds(4 * Long.parseLong(seconds));
        Measurement figures =
            processes.run(List.of(IdleServer.class, IdleClient.class), FLAGS, arguments, patience);
        print(transport, channels, figures);
      }
    }
  }

  private static void print(String transport, String channels, Measurement figures) {
    System.out.printf(
        Locale.ROOT,
        "%s, %s idle channels: client %.2f %% of a core, %.0f threads more; server %.2f %%, %.0f;"
            + " first call p50 %.0f µs, p99 %.0f µs%n",
        transport,
        channels,
        figures.figure("clientCpu"),
        figures.figure("clientThreads"),
        figures.figure("serverCpu"),
        figures.figure("serverThreads"),
        figures.figure("firstCallP50"),
        figures.figure("firstCallP99"));
  }

  private static EchoService service() {
    return EchoService.of(new CallMessage("segue", "64"));
  }

  /// The serving process.
  static final class IdleServer {
    private IdleServer() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      Processes.endEarly();
      var end = new CountDownLatch(1);
      Path directory = Path.of(args[1]);
      Server server =
          CallTransport.of(args[0])
              .server(directory)
              .addService(service().bind(end::countDown))
              .build()
              .start();
      CallServer.publishPort(directory, server.getPort());
      end.await();
      System.exit(0);
    }
  }

  /// The process that opens the channels.
  static final class IdleClient {
    private IdleClient() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      Processes.endEarly();
      CallTransport transport = CallTransport.of(args[0]);
      Path directory = Path.of(args[1]);
      int port = CallServer.awaitPort(directory);
      var channels = new ArrayList<ManagedChannel>();
      ManagedChannel first = transport.channel(directory, port).build();
      warm(first);
      var before = new Sample(first);
      for (int i = 0; i < Integer.parseInt(args[2]); i++) {
        ManagedChannel channel = transport.channel(directory, port).build();
        call(channel);
        channels.add(channel);
      }
      Thread.sleep(SETTLE_MILLIS);
      var start = new Sample(first);
      long nanos = TimeUnit.SECONDS.toNanos(Long.parseLong(args[3]));
      TimeUnit.NANOSECONDS.sleep(nanos);
      var end = new Sample(first);
      Histogram calls = firstCalls(channels);
      Measurement.none()
          .with("clientCpu", 100.0 * (end.clientCpu - start.clientCpu) / nanos)
          .with("serverCpu", 100.0 * (end.serverCpu - start.serverCpu) / nanos)
          .with("clientThreads", (double) (end.clientThreads - before.clientThreads))
          .with("serverThreads", (double) (end.serverThreads - before.serverThreads))
          .with("firstCallP50", calls.getValueAtPercentile(50) / 1e3)
          .with("firstCallP99", calls.getValueAtPercentile(99) / 1e3)
          .write(directory);
      control(first, EchoService.END);
      System.exit(0);
    }

    private static void warm(ManagedChannel channel) {
      for (int i = 0; i < CALLS_TO_WARM; i++) {
        call(channel);
      }
    }

    /// Makes one call through each channel, after a pause in which all of them fall asleep.
    private static Histogram firstCalls(List<ManagedChannel> channels) throws InterruptedException {
      var histogram = new Histogram(CallClient.LONGEST, DIGITS);
      for (int round = 0; round < ROUNDS_OF_CALLS; round++) {
        Thread.sleep(SETTLE_MILLIS);
        for (ManagedChannel channel : channels) {
          long before = System.nanoTime();
          call(channel);
          histogram.recordValue(System.nanoTime() - before);
        }
      }
      return histogram;
    }

    private static void call(ManagedChannel channel) {
      EchoService service = service();
      ClientCalls.blockingUnaryCall(
          channel, service.unary(), CallOptions.DEFAULT, new CallMessage("segue", "64").create());
    }

    private static long control(ManagedChannel channel, long request) {
      return ClientCalls.blockingUnaryCall(
          channel, service().control(), CallOptions.DEFAULT, request);
    }
  }

  private static final class Sample {
    final long clientCpu = EchoService.cpu();
    final long clientThreads = EchoService.threads();
    final long serverCpu;
    final long serverThreads;

    Sample(ManagedChannel channel) {
      serverCpu = IdleClient.control(channel, EchoService.CPU);
      serverThreads = IdleClient.control(channel, EchoService.THREADS);
    }
  }
}
