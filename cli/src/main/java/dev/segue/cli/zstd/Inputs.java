// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.SourceFile;
import dev.segue.cli.terminal.LiveLine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/// The files that a command reads.
final class Inputs {

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "Files to read; - is standard input. Default: standard input.")
  private List<Path> files = new ArrayList<>();

  Inputs() {}

  /// Returns the inputs in order; standard input if none is named.
  ///
  /// @throws ParameterException if no input is named and standard input is a terminal
  List<SourceFile> sources(CommandSpec spec) {
    if (!files.isEmpty()) {
      return files.stream().map(SourceFile::new).toList();
    }
    if (LiveLine.isTerminal()) {
      throw new ParameterException(
          spec.commandLine(), "standard input is a terminal; name a file, or - to read it anyway");
    }
    return List.of(SourceFile.standardInput());
  }
}
