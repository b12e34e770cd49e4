// SPDX-License-Identifier: Apache-2.0
package dev.segue.examples.rpc;

import io.grpc.ManagedChannel;
import io.netty.channel.epoll.Epoll;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/// Calls a gRPC service in a second JVM over a Unix domain socket and over shared memory, and
/// prints both side by side.
public final class RpcDemo {

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");
  private static final long MILLI = 1_000_000;

  /// Greater than 1 in tests, which ignore the figures.
  private static final long FRACTION = Long.getLong("dev.segue.demo.fraction", 1);

  private static final long WARM_NANOS = 700 * MILLI / FRACTION;
  private static final long NANOS = 250 * MILLI / FRACTION;
  private static final int ROUNDS = 4;
  private static final int WRONG_USAGE = 2;
  private static final long GRACE_SECONDS = 10;

  private RpcDemo() {}

  /// Runs the demo; it takes a few seconds.
  ///
  /// @param args nothing
  /// @throws Exception if a call fails
  public static void main(String[] args) throws Exception {
    if (args.length > 0) {
      System.err.println("segue demo: --rpc has no option " + args[0]);
      System.err.println("Try './segue demo --help' for more information.");
      System.exit(WRONG_USAGE);
    }
    if (!Epoll.isAvailable()) {
      System.err.println("segue demo: --rpc needs Netty's epoll: Linux on x86-64");
      System.exit(1);
    }
    Path directory =
        Files.createTempDirectory(
            SHARED_MEMORY, "segue-demo-" + ProcessHandle.current().pid() + "-");
    try {
      run(directory);
    } finally {
      RpcDemoServer.delete(directory);
    }
    System.exit(0); // does not wait for idle executor threads to end
  }

  private static void run(Path directory) throws Exception {
    Process server = start(directory);
    try (BufferedReader printed = server.inputReader()) {
      if (!RpcDemoServer.READY.equals(printed.readLine())) {
        throw new IOException("the server did not start");
      }
      System.out.printf(
          "gRPC calls from JVM %d to JVM %d: Receipt place(Order)%n",
          ProcessHandle.current().pid(), server.pid());
      List<Timing> timings = measure(directory);
      print(timings.getFirst(), timings.getLast());
      server.getOutputStream().close();
      if (!server.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
        throw new InterruptedIOException("the server did not end");
      }
    } finally {
      server.destroyForcibly().waitFor();
    }
  }

  /// Starts the server with the flags of this JVM.
  private static Process start(Path directory) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> !flag.startsWith("-agentlib:"))
        .forEach(command::add);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            RpcDemoServer.class.getName(),
            directory.toString()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  /// Measures both routes in turn, so that both run under the same conditions of the machine.
  ///
  /// @return a timing for each route, in order
  private static List<Timing> measure(Path directory)
      throws InterruptedException, ExecutionException {
    List<Timing> timings = new ArrayList<>();
    List<ManagedChannel> channels = new ArrayList<>();
    try {
      for (Route route : Route.values()) {
        ManagedChannel channel = route.channel(directory);
        channels.add(channel);
        timings.add(new Timing(Orders.SERVICE.client(channel)));
      }
      for (Timing timing : timings) {
        timing.oneByOne(WARM_NANOS);
        timing.together(WARM_NANOS);
        timing.reset();
      }
      for (int round = 0; round < ROUNDS; round++) {
        for (Timing timing : timings) {
          timing.oneByOne(NANOS);
          timing.together(NANOS);
        }
      }
    } finally {
      for (ManagedChannel channel : channels) {
        channel.shutdownNow().awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS);
      }
    }
    return timings;
  }

  private static void print(Timing socket, Timing memory) {
    System.out.printf(
        Locale.ROOT,
        "  %,d orders, and each got its own receipt%n%n",
        socket.receipts() + memory.receipts());
    System.out.printf("  %-28s %20s %18s%n", "", "Unix domain socket", "shared memory");
    System.out.printf(
        "  %-28s %20s %18s%n", "built with", "NettyChannelBuilder", "ShmChannelBuilder");
    row("one call at a time, median", socket.micros(50), memory.micros(50), "us", false);
    row("one call at a time, p99", socket.micros(99), memory.micros(99), "us", false);
    row(Timing.CALLERS + " calls at a time", socket.rate(), memory.rate(), "/s", true);
    System.out.println();
    System.out.println(words(memory.micros(50) / socket.micros(50)));
  }

  private static void row(String name, double socket, double memory, String unit, boolean isRate) {
    String number = isRate ? "%,.0f %s" : "%,.1f %s";
    System.out.printf(
        Locale.ROOT,
        "  %-28s %20s %18s   %.1f x as fast%n",
        name,
        String.format(Locale.ROOT, number, socket, unit),
        String.format(Locale.ROOT, number, memory, unit),
        isRate ? memory / socket : socket / memory);
  }

  /// Returns the sentence below the table.
  ///
  /// @param share of the time over the socket that a call over shared memory takes
  static String words(double share) {
    String result =
        share < 1
            ? String.format(
                Locale.ROOT,
                "A call through shared memory takes %.0f %% of the time of a call through the socket:",
                100 * share)
            : String.format(
                Locale.ROOT,
                "This time, a call through shared memory takes %.1f times as long as one through the"
                    + " socket;%nusually it is shorter, if two processors are free:",
                share);
    return """
    Both routes have the same service, stubs and messages; only the builders of channel and server
    differ. %s
    the client writes its order into memory that the server reads, and no kernel is between them.
    Try it in your program: docs/grpc-shm.md\
    """
        .formatted(result);
  }
}
