// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.SegueVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `segue shm`.
@Command(
    name = "shm",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = "Shows, removes and proves channels in shared memory.",
    footer = {"", "How fast they are: ./segue bench shm"},
    subcommands = {
      ListCommand.class,
      StatCommand.class,
      WatchCommand.class,
      TailCommand.class,
      RemoveCommand.class,
      SoakCommand.class
    })
public final class ShmCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  /// For picocli.
  public ShmCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }
}
