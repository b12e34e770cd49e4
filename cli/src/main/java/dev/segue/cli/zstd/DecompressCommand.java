// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.cli.files.FileFailure;
import dev.segue.cli.files.SourceFile;
import dev.segue.cli.terminal.ByteSize;
import dev.segue.compression.Codec;
import dev.segue.compression.ZstdOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `segue zstd decompress`.
@Command(
    name = "decompress",
    mixinStandardHelpOptions = true,
    preprocessor = ShortForms.class,
    description = "Decompress each FILE.zst to FILE.")
final class DecompressCommand implements Callable<Integer> {

  private static final String SUFFIX = ".zst";
  private static final String ARCHIVE_SUFFIX = ".tzst";

  @Mixin private Inputs inputs = new Inputs();

  @Mixin private Output output = new Output();

  @Option(
      names = {"-t", "--test"},
      description = "Check the files, and write nothing.")
  private boolean test;

  @Option(
      names = {"-D", "--dictionary"},
      paramLabel = "FILE",
      description = "The dictionary that the files were compressed with.")
  private @Nullable Path dictionary;

  @Option(
      names = "--max-size",
      paramLabel = "BYTES",
      converter = ByteSize.class,
      description = "Fail when a file has more content than this, such as 100M. Default: no limit.")
  private long maxSize = Long.MAX_VALUE;

  @Option(
      names = "--long",
      arity = "0..1",
      fallbackValue = "" + Window.LARGEST_LOG,
      paramLabel = "N",
      description =
          "Accept windows of up to 2^N bytes, and use that much memory. Default: "
              + Window.DEFAULT_LOG
              + "; --long without N is ${FALLBACK-VALUE}.")
  private int windowLog = Window.DEFAULT_LOG;

  // Accepted because it has chosen this command already.
  @SuppressWarnings("UnusedVariable")
  @Option(
      names = {"-d", "--decompress", "--uncompress"},
      hidden = true,
      description = "As in zstd.")
  private boolean decompress;

  @Spec private CommandSpec spec = CommandSpec.create();

  DecompressCommand() {}

  @Override
  public Integer call() throws IOException {
    Window.require(spec, windowLog);
    ZstdOptions options = ZstdOptions.defaults().withDecompressWindowLogMax(windowLog);
    List<SourceFile> sources = inputs.sources(spec);
    try (Dictionaries with = Dictionaries.open(options, dictionary)) {
      Codec codec = Codec.zstd(with.options());
      Transfers transfers =
          new Transfers(
              spec,
              output,
              dictionary,
              (in, out) -> {
                try (InputStream content = codec.decompressing(in, maxSize)) {
                  content.transferTo(out);
                }
              });
      return test
          ? transfers.test(sources)
          : transfers.run(sources, DecompressCommand::withoutSuffix);
    }
  }

  private static Path withoutSuffix(SourceFile source) throws IOException {
    String name = source.name();
    if (name.endsWith(ARCHIVE_SUFFIX)) {
      return Path.of(name.substring(0, name.length() - ARCHIVE_SUFFIX.length()) + ".tar");
    }
    if (name.endsWith(SUFFIX)) {
      return Path.of(name.substring(0, name.length() - SUFFIX.length()));
    }
    throw FileFailure.because(
        name, "unknown suffix (.zst expected); name the output with --output");
  }
}
