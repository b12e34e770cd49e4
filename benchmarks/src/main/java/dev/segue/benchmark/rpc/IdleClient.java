// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.rpc;

import dev.segue.benchmark.processes.Measurement;
import dev.segue.benchmark.processes.Processes;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/// The process that opens channels, leaves them idle, and measures the first calls afterwards.
final class IdleClient {
  /// The message of all calls.
  static final CallMessage MESSAGE = new CallMessage("segue", "64");

  /// CPU time of the client, in percent of a core.
  static final String CLIENT_CPU = "clientCpu";

  /// CPU time of the server, in percent of a core.
  static final String SERVER_CPU = "serverCpu";

  /// Threads that the channels add to the client.
  static final String CLIENT_THREADS = "clientThreads";

  /// Threads that the channels add to the server.
  static final String SERVER_THREADS = "serverThreads";

  /// Median latency of a first call, in microseconds.
  static final String FIRST_CALL_P50 = "firstCallP50";

  /// The 99th percentile of first calls, in microseconds.
  static final String FIRST_CALL_P99 = "firstCallP99";

  private static final int CALLS_TO_WARM = 2000;
  private static final long SETTLE_MILLIS = 3000;
  private static final int ROUNDS_OF_CALLS = 3;
  private static final int DIGITS = 3;

  /// The time for both JVMs, the first calls, and opening the channels.
  private static final double SECONDS_TO_START = 4;

  private final EchoService service = EchoService.of(MESSAGE);
  private final Object message = MESSAGE.create();

  /// The channel for control, which is busy before and between the measurements.
  private final ManagedChannel control;

  private IdleClient(ManagedChannel control) {
    this.control = control;
  }

  /// Returns the expected duration in seconds.
  static double seconds(long millis) {
    return SECONDS_TO_START + (millis + (1 + ROUNDS_OF_CALLS) * SETTLE_MILLIS) / 1e3;
  }

  /// Figures of both processes.
  private record Sample(long clientCpu, long clientThreads, long serverCpu, long serverThreads) {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Processes.endEarly();
    CallTransport transport = CallTransport.of(args[0]);
    Path directory = Path.of(args[1]);
    int port = CallServer.awaitPort(directory);
    var client = new IdleClient(transport.channel(directory, port).build());
    for (int i = 0; i < CALLS_TO_WARM; i++) {
      client.call(client.control);
    }
    Sample before = client.sample();
    var channels = new ArrayList<ManagedChannel>();
    for (int i = 0; i < Integer.parseInt(args[4]); i++) {
      ManagedChannel channel = transport.channel(directory, port).build();
      client.call(channel);
      channels.add(channel);
    }
    client.measure(channels, Long.parseLong(args[5]), before).write(directory);
    client.ask(EchoService.END);
    System.exit(0);
  }

  private Measurement measure(List<ManagedChannel> channels, long millis, Sample before)
      throws InterruptedException {
    Thread.sleep(SETTLE_MILLIS);
    Sample start = sample();
    Thread.sleep(millis);
    Sample end = sample();
    Histogram calls = firstCalls(channels);
    double percent = 100.0 / TimeUnit.MILLISECONDS.toNanos(millis);
    return Measurement.none()
        .with(CLIENT_CPU, percent * (end.clientCpu - start.clientCpu))
        .with(SERVER_CPU, percent * (end.serverCpu - start.serverCpu))
        .with(CLIENT_THREADS, (double) (end.clientThreads - before.clientThreads))
        .with(SERVER_THREADS, (double) (end.serverThreads - before.serverThreads))
        .with(FIRST_CALL_P50, calls.getValueAtPercentile(50) / 1e3)
        .with(FIRST_CALL_P99, calls.getValueAtPercentile(99) / 1e3);
  }

  /// Makes one call through each channel, after a pause in which all of them fall asleep.
  private Histogram firstCalls(List<ManagedChannel> channels) throws InterruptedException {
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

  private void call(ManagedChannel channel) {
    ClientCalls.blockingUnaryCall(channel, service.unary(), CallOptions.DEFAULT, message);
  }

  private long ask(long request) {
    return ClientCalls.blockingUnaryCall(control, service.control(), CallOptions.DEFAULT, request);
  }

  private Sample sample() {
    return new Sample(
        EchoService.cpu(), EchoService.threads(), ask(EchoService.CPU), ask(EchoService.THREADS));
  }
}
