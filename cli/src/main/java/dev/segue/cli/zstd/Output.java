// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for a command's output, and for its input files after success.
final class Output {

  private static final Path STANDARD_OUTPUT = Path.of("-");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to this file; - is standard output. Several inputs are concatenated.")
  private @Nullable Path file;

  @Option(
      names = {"-c", "--stdout"},
      description = "Write to standard output.")
  private boolean standardOutput;

  @Option(
      names = {"-f", "--force"},
      description = "Overwrite existing files.")
  private boolean overwrite;

  @Option(
      names = {"-k", "--keep"},
      description = "Keep the input files. This is the default; it overrides --rm.")
  private boolean keep;

  @Option(
      names = "--rm",
      description =
          "Remove each input file after success. Ignored when writing to standard output.")
  private boolean remove;

  @Option(
      names = {"-q", "--quiet"},
      description = "Print errors only.")
  private boolean quiet;

  Output() {}

  /// Returns the one output that an option names for all inputs, or null if each has its own.
  @Nullable Path single() {
    return standardOutput ? STANDARD_OUTPUT : file;
  }

  /// Returns whether an existing file is replaced.
  boolean overwrites() {
    return overwrite;
  }

  /// Returns whether input files are removed after success.
  boolean removesInputs() {
    return remove && !keep;
  }

  /// Returns whether only errors are printed.
  boolean isQuiet() {
    return quiet;
  }
}
