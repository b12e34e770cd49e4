// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.compression.Codec;
import dev.segue.compression.ZstdOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `segue zstd compress`.
@Command(
    name = "compress",
    mixinStandardHelpOptions = true,
    preprocessor = ShortForms.class,
    description = "Compress each FILE to FILE.zst, with a checksum.")
final class CompressCommand implements Callable<Integer> {

  @Mixin private Inputs inputs = new Inputs();

  @Mixin private Level level = new Level();

  @Mixin private Output output = new Output();

  @Option(
      names = {"-T", "--threads"},
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Compress large inputs with N threads; 0 is one for each processor. Default:"
              + " ${DEFAULT-VALUE}.")
  private int threads;

  @Option(
      names = "--long",
      arity = "0..1",
      fallbackValue = "" + Window.DEFAULT_LOG,
      paramLabel = "N",
      description =
          "Find matches at long distances, in a window of 2^N bytes. Above 27, decompressing needs"
              + " --long, too. Default of N: ${FALLBACK-VALUE}.")
  private @Nullable Integer windowLog;

  @Option(
      names = {"-D", "--dictionary"},
      paramLabel = "FILE",
      description = "Use this dictionary; decompressing needs it, too.")
  private @Nullable Path dictionary;

  // Accepted because it has chosen this command already.
  @SuppressWarnings("UnusedVariable")
  @Option(
      names = {"-z", "--compress"},
      hidden = true,
      description = "As in zstd.")
  private boolean compress;

  @Spec private CommandSpec spec = CommandSpec.create();

  CompressCommand() {}

  @Override
  public Integer call() throws IOException {
    try (Dictionaries with = Dictionaries.open(options(), dictionary)) {
      Codec codec = Codec.zstd(with.options());
      return new Transfers(
              spec,
              output,
              dictionary,
              (in, out) -> {
                try (OutputStream compressing = codec.compressing(out)) {
                  in.transferTo(compressing);
                }
              })
          .run(inputs.sources(spec), source -> Path.of(source.path() + ".zst"));
    }
  }

  private ZstdOptions options() {
    ZstdOptions options = ZstdOptions.defaults().withLevel(level.value(spec)).withChecksum(true);
    if (threads < 0) {
      throw new ParameterException(spec.commandLine(), "--threads must be at least 0");
    }
    if (threads != 1) {
      options =
          options.withWorkers(threads == 0 ? Runtime.getRuntime().availableProcessors() : threads);
    }
    if (windowLog != null) {
      Window.require(spec, windowLog);
      options = options.withLongDistanceMatching(windowLog);
    }
    return options;
  }
}
