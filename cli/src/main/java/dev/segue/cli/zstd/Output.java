// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.SourceFile;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that say where a command writes.
final class Output {

  private static final Path STANDARD_OUTPUT = Path.of("-");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Writes to this file; - for standard output.")
  private @Nullable Path file;

  @Option(
      names = {"-c", "--stdout"},
      description = "Writes to standard output.")
  private boolean standardOutput;

  @Option(
      names = {"-f", "--force"},
      description = "Overwrites an existing file.")
  private boolean overwrite;

  Output() {}

  /// Where to write.
  ///
  /// @param from the source; standard input goes to standard output
  /// @param byDefault the name of the output where no option says otherwise
  Path path(SourceFile from, Supplier<Path> byDefault) {
    if (standardOutput) {
      return STANDARD_OUTPUT;
    }
    if (file != null) {
      return file;
    }
    return from.isStandardInput() ? STANDARD_OUTPUT : byDefault.get();
  }

  /// Whether a file that exists is replaced.
  boolean overwrite() {
    return overwrite;
  }
}
