// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.Conventions;
import dev.segue.cli.terminal.HelpCommand;
import dev.segue.cli.terminal.SegueVersion;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `segue shm`.
@Command(
    name = "shm",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = "Show, remove and test channels in shared memory.",
    footer = {"", "To measure them: ./segue bench shm"},
    subcommands = {
      ShmListCommand.class,
      StatCommand.class,
      WatchCommand.class,
      TailCommand.class,
      RemoveCommand.class,
      SoakCommand.class,
      HelpCommand.class
    })
public final class ShmCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  /// For picocli.
  public ShmCommand() {}

  @Override
  public Integer call() {
    return Conventions.missingSubcommand(spec);
  }
}
