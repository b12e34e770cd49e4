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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/// The measuring process: consecutive unary calls, the same with pauses in which every reader falls
/// asleep, many unary calls in flight, and messages on one stream.
final class CallClient {
  private static final long MILLI = 1_000_000;

  /// The maximum recorded latency.
  static final long LONGEST = 60_000 * MILLI;

  private static final int DIGITS = 3;

  /// The calls or messages in flight when throughput is measured.
  private static final int MANY = 100;

  /// Long enough for readers that spin before they sleep.
  private static final long PAUSE_NANOS = 2 * MILLI;

  private static final long WARM_CALLS_NANOS = 900 * MILLI;
  private static final long WARM_OTHERS_NANOS = 250 * MILLI;

  /// The maximum warm-up, as a multiple of the duration: a short measurement only checks that
  /// everything works.
  private static final int LONGEST_WARM_FACTOR = 10;

  /// The time for starting and ending both JVMs.
  private static final double SECONDS_TO_START = 1.5;

  private static final int MEASURED_PARTS = 5;
  private static final int OTHER_WARM_PARTS = 3;
  private static final long GRACE_SECONDS = 5;

  private final EchoService service;
  private final ManagedChannel channel;
  private final Object message;
  private final boolean hasTwoProcesses;
  private final Histogram nanos = new Histogram(LONGEST, DIGITS);

  private CallClient(
      EchoService service, ManagedChannel channel, Object message, boolean hasTwoProcesses) {
    this.service = service;
    this.channel = channel;
    this.message = message;
    this.hasTwoProcesses = hasTwoProcesses;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    Processes.endEarly();
    CallTransport transport = CallTransport.of(args[0]);
    Path directory = Path.of(args[1]);
    CallMessage message = new CallMessage(args[2], args[3]);
    long time = Long.parseLong(args[4]) * MILLI;
    EchoService service = EchoService.of(message);
    if (!transport.hasTwoProcesses()) {
      Server _ = transport.server(directory).addService(service.bind(() -> {})).build().start();
    }
    int port = transport.hasTwoProcesses() ? CallServer.awaitPort(directory) : 0;
    ManagedChannel channel = transport.channel(directory, port).build();
    var client = new CallClient(service, channel, message.create(), transport.hasTwoProcesses());
    client.check();
    client.measure(time).write(directory);
    client.end();
    System.exit(0); // does not wait for idle executor threads to end
  }

  /// Returns the expected duration in seconds.
  static double seconds(long millis) {
    double warm = WARM_CALLS_NANOS + OTHER_WARM_PARTS * WARM_OTHERS_NANOS;
    return SECONDS_TO_START + warm / 1e9 + MEASURED_PARTS * millis / 1e3;
  }

  private void check() {
    if (!CallMessage.areEqual(message, call())) {
      throw new IllegalStateException("another message has come back");
    }
  }

  private void end() throws InterruptedException {
    if (hasTwoProcesses) {
      control(EchoService.END);
    }
    channel.shutdown().awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
  }

  private Measurement measure(long time) throws InterruptedException {
    Measurement figures = Measurement.none();
    long warm = Math.min(WARM_OTHERS_NANOS, LONGEST_WARM_FACTOR * time);
    calls(Math.min(WARM_CALLS_NANOS, LONGEST_WARM_FACTOR * time));
    long before = allocated();
    calls(time);
    double allocated = (double) (allocated() - before) / nanos.getTotalCount();
    figures =
        figures
            .with(CallResult.UNARY, percentile(50))
            .with(CallResult.UNARY_P99, percentile(99))
            .with(CallResult.ALLOCATED, allocated);
    callsWithPauses(time);
    figures =
        figures
            .with(CallResult.SLEEPING, percentile(50))
            .with(CallResult.SLEEPING_P99, percentile(99));
    load(warm);
    long cpuBefore = cpu();
    Load.Result result = load(time);
    figures =
        figures
            .with(CallResult.UNARY_RATE, result.rate())
            .with(CallResult.UNARY_CPU, (double) (cpu() - cpuBefore) / result.calls());
    stream(1, warm);
    stream(1, time);
    figures = figures.with(CallResult.STREAMING, percentile(50));
    stream(MANY, warm);
    return figures.with(CallResult.STREAMING_RATE, stream(MANY, time));
  }

  private double percentile(double percentile) {
    return (double) nanos.getValueAtPercentile(percentile);
  }

  private Object call() {
    return ClientCalls.blockingUnaryCall(channel, service.unary(), CallOptions.DEFAULT, message);
  }

  private void calls(long time) {
    nanos.reset();
    long before = System.nanoTime();
    long end = before + time;
    while (before - end < 0) {
      call();
      long after = System.nanoTime();
      nanos.recordValue(Math.min(LONGEST, after - before));
      before = after;
    }
  }

  private void callsWithPauses(long time) {
    nanos.reset();
    long end = System.nanoTime() + time;
    while (System.nanoTime() - end < 0) {
      LockSupport.parkNanos(PAUSE_NANOS);
      long before = System.nanoTime();
      call();
      nanos.recordValue(Math.min(LONGEST, System.nanoTime() - before));
    }
  }

  private Load.Result load(long time) throws InterruptedException {
    return Load.run(channel, service.unary(), message, MANY, time);
  }

  private double stream(int width, long time) throws InterruptedException {
    nanos.reset();
    return StreamLoad.run(channel, service.streaming(), message, width, nanos, time);
  }

  /// Returns the bytes that both processes have allocated so far.
  private long allocated() {
    return EchoService.allocated() + (hasTwoProcesses ? control(EchoService.ALLOCATED) : 0);
  }

  /// Returns the CPU time of both processes so far, in nanoseconds.
  private long cpu() {
    return EchoService.cpu() + (hasTwoProcesses ? control(EchoService.CPU) : 0);
  }

  private long control(long request) {
    return ClientCalls.blockingUnaryCall(channel, service.control(), CallOptions.DEFAULT, request);
  }
}
