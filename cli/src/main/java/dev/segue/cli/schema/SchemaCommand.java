// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.schema;

import dev.segue.cli.terminal.Conventions;
import dev.segue.cli.terminal.HelpCommand;
import dev.segue.cli.terminal.SegueVersion;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `segue schema`.
@Command(
    name = "schema",
    mixinStandardHelpOptions = true,
    versionProvider = SegueVersion.class,
    description = "Compare versions of serialized classes.",
    subcommands = {SchemaDiffCommand.class, HelpCommand.class})
public final class SchemaCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  /// For picocli.
  public SchemaCommand() {}

  @Override
  public Integer call() {
    return Conventions.missingSubcommand(spec);
  }
}
