// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.cli.terminal.ByteSize;
import dev.segue.cli.terminal.SegueVersion;
import dev.segue.cli.terminal.TimeSpan;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `segue demo`.
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = {
      "Send objects to a second JVM and back, check each, and measure the speed.",
      "",
      "The objects are serialized, compressed with zstd and passed through shared memory: first one "
          + "way, as fast as possible, then there and back, one at a time.",
      ""
    })
public final class DemoCommand implements Callable<Integer> {

  private static final long MAX_SIZE_BYTES = 256L << 20;

  @Option(
      names = {"-n", "--count"},
      paramLabel = "N",
      description = "Number of messages to send one way. Default: as many as the time allows.")
  private @Nullable Long count;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      description =
          "Time to run, including the warm-up. Default: "
              + Volume.DEFAULT_SECONDS
              + "s, or with --count until all messages are sent.")
  private @Nullable Duration duration;

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      converter = ByteSize.class,
      description =
          "Pad each message with text to this size, such as 4096, 64k or 1M. By default, and for"
              + " objects that are already larger, no padding is added.")
  private long size;

  @Option(names = "--no-compress", description = "Do not compress.")
  private boolean uncompressed;

  @Option(
      names = "--rpc",
      description =
          "Call a gRPC service in a second JVM instead, over a Unix domain socket and over shared"
              + " memory, and print both side by side. Takes no other options.")
  private boolean rpc; // the launcher runs the program in examples/, which needs gRPC

  @Spec private CommandSpec spec = CommandSpec.create();

  /// For picocli.
  public DemoCommand() {}

  @Override
  public Integer call() {
    requireValidOptions();
    Route route = new Route(!uncompressed, size);
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try (Interruption interruption = Interruption.watch()) {
      try {
        Result result = new Demo(route, new Volume(count, duration), out, interruption).run();
        new Report(out).print(route, result);
        return ExitCode.OK;
      } catch (DemoFailure e) {
        err.println("segue demo: " + e.getMessage());
        err.println(leftovers(e));
        err.flush();
        return ExitCode.SOFTWARE;
      }
    }
  }

  /// Describes failures of the cleanup, which are suppressed exceptions of the main failure.
  private static String leftovers(DemoFailure failure) {
    Throwable[] whileCleaningUp = failure.getSuppressed();
    return whileCleaningUp.length == 0
        ? "Nothing was left behind."
        : Stream.of(whileCleaningUp)
            .map(e -> "Something was left behind: " + e.getMessage())
            .collect(Collectors.joining("\n"));
  }

  private void requireValidOptions() {
    if (rpc) {
      throw wrong("--rpc needs the launcher, and no other option: ./segue demo --rpc");
    }
    if (count != null && count < 1) {
      throw wrong("--count must be at least 1");
    }
    if (size < 0 || size > MAX_SIZE_BYTES) {
      throw wrong("--size must be at most 256M");
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
