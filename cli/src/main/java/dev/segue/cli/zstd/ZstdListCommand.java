// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.FileFailure;
import dev.segue.cli.files.SourceFile;
import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import dev.segue.compression.ZstdFrame;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue zstd list`.
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "List the frames of files, without decompressing them.")
final class ZstdListCommand implements Callable<Integer> {

  @Parameters(arity = "1..*", paramLabel = "FILE", description = "The files to list.")
  private List<Path> files = new ArrayList<>();

  // Accepted because it has chosen this command already.
  @SuppressWarnings("UnusedVariable")
  @Option(
      names = {"-l", "--list"},
      hidden = true,
      description = "As in zstd.")
  private boolean list;

  @Spec private CommandSpec spec = CommandSpec.create();

  ZstdListCommand() {}

  @Override
  public Integer call() throws IOException {
    if (files.size() == 1) {
      list(files.getFirst());
      return ExitCode.OK;
    }
    PrintWriter out = spec.commandLine().getOut();
    int code = ExitCode.OK;
    for (Path file : files) {
      out.println((file.equals(files.getFirst()) ? "" : System.lineSeparator()) + file);
      try {
        list(file);
      } catch (IOException e) {
        code = ExitCode.SOFTWARE;
        spec.commandLine().getErr().println(spec.qualifiedName() + ": " + FileFailure.message(e));
      }
    }
    return code;
  }

  private void list(Path file) throws IOException {
    try {
      list(file, spec.commandLine().getOut());
    } catch (IOException | CompressionException e) {
      throw FileFailure.of(file, e);
    }
  }

  private static void list(Path file, PrintWriter out) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment source = new SourceFile(file).content(arena);
      long offset = 0;
      do {
        // Frame by frame, so that frames before a damaged one are shown.
        ZstdFrame frame = ZstdFrame.at(source, offset);
        if (offset == 0) {
          out.println("      offset       length      content       window  dictionary  checksum");
        }
        print(out, frame);
        offset += frame.compressedLength();
      } while (offset < source.byteSize());
    } finally {
      out.flush();
    }
  }

  private static void print(PrintWriter out, ZstdFrame frame) {
    if (frame.isSkippable()) {
      out.printf(
          Locale.ROOT,
          "%,12d %,12d  skippable, variant %d%n",
          frame.offset(),
          frame.compressedLength(),
          frame.magicVariant());
      return;
    }
    out.printf(
        Locale.ROOT,
        "%,12d %,12d %12s %,12d %11s %9s%n",
        frame.offset(),
        frame.compressedLength(),
        frame.contentLength() == Codec.UNKNOWN_LENGTH
            ? "not stated"
            : "%,d".formatted(frame.contentLength()),
        frame.windowLength(),
        frame.dictionaryId() == 0 ? "none" : Integer.toUnsignedString(frame.dictionaryId()),
        frame.hasChecksum() ? "yes" : "no");
  }
}
