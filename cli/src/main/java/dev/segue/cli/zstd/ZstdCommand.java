// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.compression.Codec;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `segue zstd`.
@Command(
    name = "zstd",
    mixinStandardHelpOptions = true,
    versionProvider = ZstdCommand.Library.class,
    description = "Compresses files with zstd, decompresses, inspects and measures them.",
    subcommands = {
      CompressCommand.class,
      DecompressCommand.class,
      TrainCommand.class,
      BenchCommand.class,
      InspectCommand.class,
      HelpCommand.class
    })
public final class ZstdCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  /// For picocli.
  public ZstdCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }

  /// What `--version` says: the library that is loaded, and from where.
  static final class Library implements IVersionProvider {

    @Override
    public String[] getVersion() {
      return new String[] {Codec.zstd().library()};
    }
  }
}
