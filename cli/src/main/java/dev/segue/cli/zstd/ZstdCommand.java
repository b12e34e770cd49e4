// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.terminal.Conventions;
import dev.segue.cli.terminal.HelpCommand;
import dev.segue.compression.Codec;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `segue zstd`.
@Command(
    name = "zstd",
    mixinStandardHelpOptions = true,
    versionProvider = ZstdCommand.Library.class,
    preprocessor = ModeOptions.class,
    description = {
      "Compress and decompress files with zstd, list them, and train dictionaries.",
      "",
      "Options without a command work as in zstd: -d is decompress, -t is decompress --test, -l is"
          + " list, and anything else is compress.",
      ""
    },
    subcommands = {
      CompressCommand.class,
      DecompressCommand.class,
      ZstdListCommand.class,
      TrainCommand.class,
      ZstdBenchCommand.class,
      HelpCommand.class
    })
public final class ZstdCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  /// For picocli.
  public ZstdCommand() {}

  @Override
  public Integer call() {
    return Conventions.missingSubcommand(spec);
  }

  /// The output of `--version`: the loaded library and its path.
  static final class Library implements IVersionProvider {

    @Override
    public String[] getVersion() {
      return new String[] {Codec.zstd().libraryDescription()};
    }
  }
}
