// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.SourceFile;
import dev.segue.cli.terminal.ByteSize;
import dev.segue.compression.Codec;
import dev.segue.compression.ZstdOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `segue zstd decompress`.
@Command(
    name = "decompress",
    mixinStandardHelpOptions = true,
    description = "Decompresses FILE.zst to FILE.")
final class DecompressCommand implements Callable<Integer> {

  private static final String SUFFIX = ".zst";
  private static final int LARGEST_WINDOW_LOG = 31;

  @Parameters(
      paramLabel = "FILE",
      description = "The file to decompress; it is kept. - for standard input.")
  private Path file = Path.of("");

  @Mixin private Output output = new Output();

  @Option(
      names = {"-D", "--dictionary"},
      paramLabel = "FILE",
      description = "The dictionary it was compressed with.")
  private @Nullable Path dictionary;

  @Option(
      names = "--max-size",
      paramLabel = "BYTES",
      converter = ByteSize.class,
      description = "Stops with an error when there is more content, such as 100M.")
  private long maxSize = Long.MAX_VALUE;

  @Option(names = "--long", description = "Accepts windows of more than 128 MiB, up to 2 GiB.")
  private boolean largeWindow;

  @Spec private CommandSpec spec = CommandSpec.create();

  DecompressCommand() {}

  @Override
  public Integer call() throws IOException {
    ZstdOptions defaults = ZstdOptions.defaults();
    ZstdOptions options =
        largeWindow ? defaults.decompressWindowLogMax(LARGEST_WINDOW_LOG) : defaults;
    SourceFile from = new SourceFile(file);
    try (Dictionaries with = Dictionaries.open(options, dictionary)) {
      new FileTransfer(from, output.path(from, this::unpacked), output.overwrite(), dictionary)
          .run(
              spec.commandLine().getOut(),
              (in, out) -> {
                try (InputStream content = Codec.zstd(with.options()).decompressing(in, maxSize)) {
                  content.transferTo(out);
                }
              });
    }
    return ExitCode.OK;
  }

  /// The file's name without its suffix.
  private Path unpacked() {
    String name = file.toString();
    if (!name.endsWith(SUFFIX)) {
      throw new ParameterException(
          spec.commandLine(),
          file + ": the name does not end in " + SUFFIX + "; name the output with --output");
    }
    return Path.of(name.substring(0, name.length() - SUFFIX.length()));
  }
}
