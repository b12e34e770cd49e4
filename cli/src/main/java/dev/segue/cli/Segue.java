// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli;

import dev.segue.cli.demo.DemoCommand;
import dev.segue.cli.files.FileFailure;
import dev.segue.cli.inspect.InspectCommand;
import dev.segue.cli.shm.ShmCommand;
import dev.segue.cli.terminal.SegueVersion;
import dev.segue.cli.zstd.ZstdCommand;
import dev.segue.compression.CompressionException;
import dev.segue.serializer.SerializationException;
import dev.segue.shm.ShmException;
import java.io.IOException;
import java.io.UncheckedIOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The `segue` command. Exit codes: 0, 1 for a failure, 2 for wrong usage.
@Command(
    name = "segue",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = "Object graphs from one JVM to another, with as few copies as physics allows.",
    subcommands = {
      BenchCommand.class,
      DemoCommand.class,
      InspectCommand.class,
      ShmCommand.class,
      ZstdCommand.class,
      HelpCommand.class
    })
final class Segue implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  private Segue() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /// The command, ready to be executed.
  static CommandLine commandLine() {
    return new CommandLine(new Segue()).setExecutionExceptionHandler(Segue::tell);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }

  /// What has a message for users is told in one line; anything else is a defect, and shown whole.
  private static int tell(Exception e, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    switch (e) {
      case ShmException _,
          CompressionException _,
          SerializationException _,
          IOException _,
          UncheckedIOException _ ->
          command
              .getErr()
              .println(command.getCommandSpec().qualifiedName() + ": " + FileFailure.message(e));
      default -> throw e;
    }
    return command.getCommandSpec().exitCodeOnExecutionException();
  }
}
