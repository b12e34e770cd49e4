// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.FileFailure;
import dev.segue.cli.files.SourceFile;
import dev.segue.cli.files.TargetFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// Passes all files of a command through a codec, as its options say.
///
/// @param spec of the command
/// @param output where to write
/// @param dictionary a file that is read as well and must not be overwritten
/// @param filter the codec
record Transfers(
    CommandSpec spec, Output output, @Nullable Path dictionary, FileTransfer.Filter filter) {

  private static final Path STANDARD_OUTPUT = Path.of("-");

  /// A task for one file.
  @FunctionalInterface
  private interface Work {
    void on(SourceFile source) throws IOException;
  }

  /// Chooses the output file for an input.
  @FunctionalInterface
  interface Name {

    /// @throws IOException if the input has no output
    Path of(SourceFile source) throws IOException;
  }

  /// Writes all outputs. A file that fails does not prevent the next one from being written.
  ///
  /// @param name the output of a file if no option names one
  /// @return the exit code
  int run(List<SourceFile> sources, Name name) throws IOException {
    @Nullable Path single = output.single();
    if (single == null) {
      return forEach(
          sources,
          source ->
              write(List.of(source), source.isStandardInput() ? STANDARD_OUTPUT : name.of(source)));
    }
    if (output.removesInputs() && sources.size() > 1 && !TargetFile.isStandardOutput(single)) {
      throw new ParameterException(
          spec.commandLine(), "--rm cannot be used with several files and one output");
    }
    write(sources, single);
    return ExitCode.OK;
  }

  /// Reads all inputs and discards their content.
  ///
  /// @return the exit code
  int test(List<SourceFile> sources) throws IOException {
    return forEach(
        sources,
        source -> {
          Length content = new Length();
          FileTransfer.transfer(source, content, new AtomicLong(), filter);
          if (!output.isQuiet()) {
            out().printf("%s: %,d bytes, no errors%n", source.name(), content.length);
          }
        });
  }

  private void write(List<SourceFile> sources, Path to) throws IOException {
    new FileTransfer(sources, to, output.overwrites(), dictionary, output.isQuiet())
        .run(out(), filter);
    if (output.removesInputs() && !TargetFile.isStandardOutput(to)) {
      for (SourceFile source : sources) {
        if (!source.isStandardInput()) {
          Files.delete(source.path());
        }
      }
    }
  }

  private int forEach(List<SourceFile> sources, Work work) throws IOException {
    if (sources.size() == 1) {
      work.on(sources.getFirst());
      return ExitCode.OK;
    }
    int code = ExitCode.OK;
    for (SourceFile source : sources) {
      try {
        work.on(source);
      } catch (IOException e) {
        code = ExitCode.SOFTWARE;
        spec.commandLine().getErr().println(spec.qualifiedName() + ": " + FileFailure.message(e));
      }
    }
    return code;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }

  /// Counts bytes and discards them.
  private static final class Length extends OutputStream {

    private long length;

    @Override
    public void write(int b) {
      length++;
    }

    @Override
    public void write(byte[] bytes, int offset, int count) {
      length += count;
    }
  }
}
