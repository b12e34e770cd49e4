// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm;

import dev.segue.cli.terminal.SegueVersion;
import dev.segue.shm.Channel;
import dev.segue.shm.TransportException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue shm ls`.
@Command(
    name = "ls",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = "List the channels in a directory.")
final class ShmListCommand implements Callable<Integer> {

  @Parameters(
      arity = "0..1",
      paramLabel = "DIRECTORY",
      defaultValue = Channels.DEFAULT_DIRECTORY,
      description = "The directory to look in. Default: ${DEFAULT-VALUE}.")
  private Path directory = Path.of(Channels.DEFAULT_DIRECTORY);

  @Mixin private GroupOption group = new GroupOption();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    for (Path path : Channels.below(directory)) {
      out.println(path);
      try (Channel channel = group.open(path)) {
        out.println("  " + Channels.summary(channel));
      } catch (TransportException e) {
        out.println("  " + e.getMessage());
      }
    }
    return ExitCode.OK;
  }
}
