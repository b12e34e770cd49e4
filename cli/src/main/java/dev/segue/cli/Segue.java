// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli;

import dev.segue.cli.demo.DemoCommand;
import dev.segue.cli.inspect.InspectCommand;
import dev.segue.cli.schema.SchemaCommand;
import dev.segue.cli.shm.ShmCommand;
import dev.segue.cli.terminal.Conventions;
import dev.segue.cli.terminal.FileFailure;
import dev.segue.cli.terminal.HelpCommand;
import dev.segue.cli.terminal.SegueVersion;
import dev.segue.compression.CompressionException;
import dev.segue.serializer.SerializationException;
import dev.segue.shm.TransportException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The `segue` command.
@Command(
    name = "segue",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = "Serialize Java objects, compress them, and pass them between JVMs.",
    subcommands = {
      BenchCommand.class,
      DemoCommand.class,
      ExampleCommand.class,
      InspectCommand.class,
      SchemaCommand.class,
      ShmCommand.class,
      HelpCommand.class
    })
final class Segue implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  private Segue() {}

  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /// Creates the command, ready to be executed.
  static CommandLine commandLine() {
    return Conventions.apply(
        new CommandLine(new Segue()).setExecutionExceptionHandler(Segue::report));
  }

  @Override
  public Integer call() {
    return Conventions.missingSubcommand(spec);
  }

  /// Prints one line for an exception whose message is meant for users. Any other exception is a
  /// defect and is printed with its stack trace.
  private static int report(Exception e, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    String message =
        switch (e) {
          case TransportException _ -> String.valueOf(e.getMessage()); // It names the channel.
          case CompressionException _,
              SerializationException _,
              IOException _,
              UncheckedIOException _ ->
              FileFailure.message(e);
          default -> throw e;
        };
    command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + message);
    return command.getCommandSpec().exitCodeOnExecutionException();
  }
}
