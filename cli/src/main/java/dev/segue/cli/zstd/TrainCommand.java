// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.FileFailure;
import dev.segue.cli.files.SourceFile;
import dev.segue.cli.files.TargetFile;
import dev.segue.cli.terminal.ByteSize;
import dev.segue.compression.Codec;
import dev.segue.compression.CompressionException;
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
      "Train a dictionary for small messages.",
      "",
      "One sample in ten is not used for training, but to measure how well the dictionary works.",
      ""
    })
final class TrainCommand implements Callable<Integer> {

  private static final int KEPT_BACK = 10;

  @Parameters(
      paramLabel = "SAMPLES",
      description =
          "A directory with one sample in each file, or a file with one in each line; - is standard"
              + " input.")
  private Path samples = Path.of("");

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "dictionary",
      description = "Write the dictionary to this file. Default: ${DEFAULT-VALUE}.")
  private Path output = Path.of("");

  @Option(
      names = {"--max-size", "--maxdict"},
      paramLabel = "BYTES",
      defaultValue = "16k",
      converter = ByteSize.class,
      description = "Largest size of the dictionary. Default: ${DEFAULT-VALUE}.")
  private long maxSize;

  @Option(
      names = {"-f", "--force"},
      description = "Overwrite an existing file.")
  private boolean force;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final List<Path> read = new ArrayList<>();

  TrainCommand() {}

  @Override
  public Integer call() throws IOException {
    if (maxSize < 256 || maxSize > Integer.MAX_VALUE) {
      throw new ParameterException(
          spec.commandLine(), "--max-size must be from 256 bytes to 2 GiB");
    }
    if (!force && Files.exists(output)) {
      throw new FileAlreadyExistsException(output.toString());
    }
    List<MemorySegment> all = contents();
    if (all.size() < 2 * KEPT_BACK) {
      throw new ParameterException(
          spec.commandLine(),
          "%s: too few samples: %d, at least %d are needed"
              .formatted(samples, all.size(), 2 * KEPT_BACK));
    }
    List<MemorySegment> training = new ArrayList<>();
    List<MemorySegment> measured = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      (i % KEPT_BACK == 0 ? measured : training).add(all.get(i));
    }
    PrintWriter out = spec.commandLine().getOut();
    try (ZstdDictionary dictionary = train(training)) {
      save(dictionary);
      Codec without = Codec.zstd();
      Codec with = Codec.zstd(ZstdOptions.defaults().withDictionary(dictionary));
      Envelope envelope = Envelope.of(with);
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
          ratio(envelope::encode, measured));
    }
    out.flush();
    return ExitCode.OK;
  }

  private ZstdDictionary train(List<MemorySegment> training) throws IOException {
    try {
      return ZstdDictionary.train(training, (int) maxSize);
    } catch (CompressionException e) {
      throw FileFailure.of(samples, e);
    }
  }

  private void save(ZstdDictionary dictionary) throws IOException {
    try (TargetFile target = TargetFile.open(output, force, read)) {
      target.stream().write(dictionary.toByteArray());
      target.commit();
    }
  }

  private List<MemorySegment> contents() throws IOException {
    List<MemorySegment> contents = new ArrayList<>();
    if (!Files.isDirectory(samples)) {
      // Lines are bytes, since samples need not be in any charset. Latin-1 preserves them.
      new String(new SourceFile(samples).readAll(), StandardCharsets.ISO_8859_1)
          .lines()
          .filter(line -> !line.isBlank())
          .map(line -> MemorySegment.ofArray(line.getBytes(StandardCharsets.ISO_8859_1)))
          .forEach(contents::add);
      read.add(samples);
      return contents;
    }
    try (Stream<Path> files = Files.list(samples)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        contents.add(MemorySegment.ofArray(Files.readAllBytes(file)));
        read.add(file);
      }
    }
    return contents;
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
