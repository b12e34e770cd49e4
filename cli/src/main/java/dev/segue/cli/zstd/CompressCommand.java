// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.SourceFile;
import dev.segue.compression.Codec;
import dev.segue.compression.ZstdOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue zstd compress`.
@Command(
    name = "compress",
    mixinStandardHelpOptions = true,
    description = "Compresses a file to FILE.zst, with a checksum.")
final class CompressCommand implements Callable<Integer> {

  @Parameters(
      paramLabel = "FILE",
      description = "The file to compress; it is kept. - for standard input.")
  private Path file = Path.of("");

  @Mixin private Output output = new Output();

  @Option(
      names = {"-l", "--level"},
      paramLabel = "N",
      defaultValue = "3",
      description = "1, fast, to 22, strong; below zero, faster still. Default: ${DEFAULT-VALUE}.")
  private int level;

  @Option(
      names = {"-D", "--dictionary"},
      paramLabel = "FILE",
      description = "A dictionary; the reader needs it too.")
  private @Nullable Path dictionary;

  @Spec private CommandSpec spec = CommandSpec.create();

  CompressCommand() {}

  @Override
  public Integer call() throws IOException {
    Levels.check(spec, level);
    ZstdOptions options = ZstdOptions.defaults().level(level).checksum(true);
    SourceFile from = new SourceFile(file);
    Path to = output.path(from, () -> Path.of(file + ".zst"));
    try (Dictionaries with = Dictionaries.open(options, dictionary)) {
      new FileTransfer(from, to, output.overwrite(), dictionary)
          .run(
              spec.commandLine().getOut(),
              (in, out) -> {
                try (OutputStream compressing = Codec.zstd(with.options()).compressing(out)) {
                  in.transferTo(compressing);
                }
              });
    }
    return ExitCode.OK;
  }
}
