// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.FileFailure;
import dev.segue.compression.CompressionException;
import dev.segue.compression.ZstdFrame;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue zstd inspect`.
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    description = "Lists the frames of a file, without decompressing them.")
final class InspectCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The file to list.")
  private Path file = Path.of("");

  @Spec private CommandSpec spec = CommandSpec.create();

  InspectCommand() {}

  @Override
  public Integer call() throws IOException {
    try {
      inspect(spec.commandLine().getOut());
    } catch (IOException | CompressionException e) {
      throw FileFailure.of(file, e);
    }
    return ExitCode.OK;
  }

  private void inspect(PrintWriter out) throws IOException {
    try (Arena arena = Arena.ofConfined();
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment source = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      long offset = 0;
      do {
        // One by one, so that those before a broken one are seen.
        ZstdFrame frame = ZstdFrame.at(source, offset);
        if (offset == 0) {
          out.println("      offset       length      content       window  dictionary  checksum");
        }
        print(out, frame);
        offset += frame.byteSize();
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
          frame.byteSize(),
          frame.skippableVariant());
      return;
    }
    out.printf(
        Locale.ROOT,
        "%,12d %,12d %12s %,12d %11s %9s%n",
        frame.offset(),
        frame.byteSize(),
        frame.contentLength() < 0 ? "not stated" : "%,d".formatted(frame.contentLength()),
        frame.windowLength(),
        frame.dictionaryId() == 0 ? "none" : Integer.toUnsignedString(frame.dictionaryId()),
        frame.hasChecksum() ? "yes" : "no");
  }
}
