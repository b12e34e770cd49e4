// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import dev.segue.cli.terminal.ByteSize;
import dev.segue.cli.terminal.SegueVersion;
import java.io.PrintWriter;
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
      "Sends objects to a second JVM and back, checks each, and measures it.",
      "",
      "The objects go through serialization, zstd and shared memory: first as many as go one way, "
          + "then there and back one at a time.",
      ""
    })
public final class DemoCommand implements Callable<Integer> {

  private static final long MAX_SIZE_BYTES = 256L << 20;

  @Option(
      names = "--messages",
      paramLabel = "N",
      description = "How many messages to send one way. Without it: as many as go in the time.")
  private @Nullable Long messages;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description =
          "How long to run, warming up included: about "
              + Volume.DEFAULT_SECONDS
              + " by default; with --messages, until they are sent.")
  private @Nullable Integer seconds;

  @Option(
      names = "--size",
      paramLabel = "BYTES",
      converter = ByteSize.class,
      description =
          "Pads each message with text to this size, such as 4096, 64k or 1M. "
              + "Without it, and where an object is larger: the object as it is.")
  private long size;

  @Option(names = "--no-compress", description = "Leaves zstd out.")
  private boolean uncompressed;

  @Spec private CommandSpec spec = CommandSpec.create();

  /// For picocli.
  public DemoCommand() {}

  @Override
  public Integer call() {
    requireSense();
    Route route = new Route(!uncompressed, size);
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try (Interruption interruption = Interruption.watch()) {
      try {
        Result result = new Demo(route, new Volume(messages, seconds), out, interruption).run();
        new Report(out).print(route, result);
        return ExitCode.OK;
      } catch (DemoFailure e) {
        err.println("segue demo: " + e.getMessage());
        err.println(leftBehind(e));
        err.flush();
        return ExitCode.SOFTWARE;
      }
    }
  }

  /// Cleaning up comes after a failure, so its own failures are suppressed ones.
  private static String leftBehind(DemoFailure failure) {
    Throwable[] whileCleaningUp = failure.getSuppressed();
    return whileCleaningUp.length == 0
        ? "Nothing was left behind."
        : Stream.of(whileCleaningUp)
            .map(e -> "Something was left behind: " + e.getMessage())
            .collect(Collectors.joining("\n"));
  }

  private void requireSense() {
    if (messages != null && messages < 1) {
      throw wrong("--messages must be at least 1");
    }
    if (seconds != null && seconds < 1) {
      throw wrong("--seconds must be at least 1");
    }
    if (size < 0 || size > MAX_SIZE_BYTES) {
      throw wrong("--size must be at most 256M");
    }
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
