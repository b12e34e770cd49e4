// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.FileFailure;
import dev.segue.cli.files.SourceFile;
import dev.segue.cli.terminal.TimeSpan;
import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue zstd bench`.
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description =
        "Compress and decompress a file in memory at several levels, and print the speed.")
final class ZstdBenchCommand implements Callable<Integer> {

  private static final long LARGEST = 256L << 20;
  private static final double NANOS = 1e9;

  @Parameters(
      paramLabel = "FILE",
      description = "The file to compress; its first 256 MiB are used.")
  private Path file = Path.of("");

  @Option(
      names = "--levels",
      paramLabel = "N",
      split = ",",
      defaultValue = "1,3,6,9",
      description = "Levels to measure, from 1 to 22. Default: ${DEFAULT-VALUE}.")
  private List<Integer> levels = List.of();

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = TimeSpan.class,
      defaultValue = "1s",
      description = "Time to spend on each measurement. Default: ${DEFAULT-VALUE}.")
  private Duration duration = Duration.ZERO;

  @Spec private CommandSpec spec = CommandSpec.create();

  ZstdBenchCommand() {}

  @Override
  public Integer call() throws IOException {
    for (int level : levels) {
      Level.require(spec, "level", level);
    }
    try {
      measure(spec.commandLine().getOut());
    } catch (IOException | CompressionException e) {
      throw FileFailure.of(file, e);
    }
    return ExitCode.OK;
  }

  private void measure(PrintWriter out) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment all = new SourceFile(file).content(arena);
      long length = Math.min(all.byteSize(), LARGEST);
      MemorySegment content = arena.allocate(length).copyFrom(all.asSlice(0, length));
      MemorySegment compressed = arena.allocate(Codec.zstd().maxCompressedLength(length));
      MemorySegment back = arena.allocate(length);
      out.printf(
          Locale.ROOT, "%s, %,d bytes, %s%n", file, length, Codec.zstd().libraryDescription());
      out.println("level       bytes   ratio   compress  decompress");
      for (int level : levels) {
        Codec codec = Codec.zstd(level);
        double compress = bytesPerSecond(length, () -> codec.compress(content, compressed));
        MemorySegment frame = compressed.asSlice(0, codec.compress(content, compressed));
        double decompress = bytesPerSecond(length, () -> codec.decompress(frame, back));
        if (content.mismatch(back) != -1) {
          throw new IOException(
              "level " + level + ": the decompressed content differs from the file");
        }
        out.printf(
            Locale.ROOT,
            "%5d %,11d %7.2f %5.0f MB/s %6.0f MB/s%n",
            level,
            frame.byteSize(),
            length / (double) frame.byteSize(),
            compress / 1e6,
            decompress / 1e6);
        out.flush();
      }
    }
  }

  private double bytesPerSecond(long length, Runnable work) {
    long start = System.nanoTime();
    long best = Long.MAX_VALUE;
    do {
      long before = System.nanoTime();
      work.run();
      best = Math.min(best, System.nanoTime() - before);
    } while (System.nanoTime() - start < duration.toNanos());
    return length * NANOS / Math.max(best, 1);
  }
}
