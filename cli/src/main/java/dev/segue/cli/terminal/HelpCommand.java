// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `help`. Unlike picocli's help command, it accepts nested names, as in `segue help
/// shm stat`, and suggests similar names.
@Command(name = "help", helpCommand = true, description = "Show the help of a command.")
public final class HelpCommand implements Callable<Integer> {

  @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "Names of the command.")
  private List<String> names = new ArrayList<>();

  @Spec private CommandSpec spec = CommandSpec.create();

  /// For picocli.
  public HelpCommand() {}

  @Override
  public Integer call() {
    CommandLine command = spec.commandLine().getParent();
    for (String name : names) {
      @Nullable CommandLine next = command.getSubcommands().get(name);
      if (next == null) {
        throw new ParameterException(
            command,
            "unknown command '%s'%s"
                .formatted(name, SimilarNames.question(name, command.getSubcommands().keySet())));
      }
      command = next;
    }
    command.usage(spec.commandLine().getOut());
    return ExitCode.OK;
  }
}
