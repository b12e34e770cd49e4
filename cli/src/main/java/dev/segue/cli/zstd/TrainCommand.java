// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.terminal.ByteSize;
import dev.segue.compression.Codec;
import dev.segue.compression.CompressionPolicy;
import dev.segue.compression.Envelope;
import dev.segue.compression.ZstdDictionary;
import dev.segue.compression.ZstdOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue zstd train`.
@Command(
    name = "train",
    mixinStandardHelpOptions = true,
    description = {
      "Trains a dictionary for small messages.",
      "One sample in ten is kept back, and tells what the dictionary is worth."
    })
final class TrainCommand implements Callable<Integer> {

  private static final int KEPT_BACK = 10;

  @Parameters(
      paramLabel = "SAMPLES",
      description = "A folder, each file of which is a sample, or a file, each line of which is.")
  private Path samples = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "dictionary",
      description = "Where to write it. Default: ${DEFAULT-VALUE}.")
  private Path output = Path.of("");

  @Option(
      names = "--max-size",
      paramLabel = "BYTES",
      defaultValue = "16k",
      converter = ByteSize.class,
      description = "The most it may have. Default: ${DEFAULT-VALUE}.")
  private long maxSize;

  @Option(
      names = {"-f", "--force"},
      description = "Replaces a file that is there already.")
  private boolean force;

  @Spec private CommandSpec spec = CommandSpec.create();

  TrainCommand() {}

  @Override
  public Integer call() throws IOException {
    if (maxSize < 256 || maxSize > Integer.MAX_VALUE) {
      throw new ParameterException(spec.commandLine(), "--max-size is not 256 bytes to 2 GiB");
    }
    if (!force && Files.exists(output)) {
      throw new FileAlreadyExistsException(output.toString());
    }
    List<MemorySegment> all = read();
    if (all.size() < 2 * KEPT_BACK) {
      throw new ParameterException(
          spec.commandLine(), samples + " has too few samples: " + all.size());
    }
    List<MemorySegment> training = new ArrayList<>();
    List<MemorySegment> measured = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      (i % KEPT_BACK == 0 ? measured : training).add(all.get(i));
    }
    PrintWriter out = spec.commandLine().getOut();
    try (ZstdDictionary dictionary = ZstdDictionary.train(training, (int) maxSize)) {
      dictionary.save(output);
      Codec without = Codec.zstd();
      Codec with = Codec.zstd(ZstdOptions.defaults().dictionary(dictionary));
      Envelope envelope = new Envelope(CompressionPolicy.of(with));
      out.printf(
          Locale.ROOT,
          "%s: %,d bytes, id %s, from %,d samples%n"
              + "ratio of %,d others: %.2f without, %.2f with it, %.2f as small values%n",
          output,
          dictionary.byteSize(),
          Integer.toUnsignedString(dictionary.id()),
          training.size(),
          measured.size(),
          ratio(without::compress, measured),
          ratio(with::compress, measured),
          ratio(envelope::write, measured));
    }
    out.flush();
    return ExitCode.OK;
  }

  private List<MemorySegment> read() throws IOException {
    List<MemorySegment> read = new ArrayList<>();
    if (!Files.isDirectory(samples)) {
      try (Stream<String> lines = Files.lines(samples)) {
        lines
            .filter(line -> !line.isBlank())
            .map(line -> MemorySegment.ofArray(line.getBytes(StandardCharsets.UTF_8)))
            .forEach(read::add);
      }
      return read;
    }
    try (Stream<Path> files = Files.list(samples)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        read.add(MemorySegment.ofArray(Files.readAllBytes(file)));
      }
    }
    return read;
  }

  private static double ratio(UnaryOperator<byte[]> writer, List<MemorySegment> contents) {
    long raw = 0;
    long compressed = 0;
    for (MemorySegment content : contents) {
      raw += content.byteSize();
      compressed += writer.apply(content.toArray(ValueLayout.JAVA_BYTE)).length;
    }
    return raw / (double) Math.max(compressed, 1);
  }
}
