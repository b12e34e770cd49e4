// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.compression.ZstdCompressionParameter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// The options that choose a compression level.
final class Level {

  private static final int FAST = 1;
  private static final int DEFAULT = 3;
  private static final int HIGHEST_WITHOUT_ULTRA = 19;

  @Option(
      names = "--level",
      paramLabel = "N",
      description = {
        "Compression level, from 1 (fast) to 19 (small). -1 to -19 are short for it. Default: "
            + DEFAULT
            + "."
      })
  private @Nullable Integer level;

  @Option(
      names = "--fast",
      arity = "0..1",
      fallbackValue = "" + FAST,
      paramLabel = "N",
      description =
          "Compress faster than level 1; the higher N, the faster. Default of N: " + FAST + ".")
  private @Nullable Integer fast;

  @Option(
      names = "--ultra",
      description = "Allow levels 20 to 22, which take much memory, also to decompress.")
  private boolean ultra;

  Level() {}

  /// Returns the level to compress with.
  ///
  /// @throws ParameterException if it is out of range
  int value(CommandSpec spec) {
    if (level != null && fast != null) {
      throw new ParameterException(spec.commandLine(), "use either --level or --fast");
    }
    if (fast != null) {
      int fastest = -ZstdCompressionParameter.COMPRESSION_LEVEL.lowerBound();
      if (fast < 1 || fast > fastest) {
        throw new ParameterException(
            spec.commandLine(), "--fast=%d is not between 1 and %d".formatted(fast, fastest));
      }
      return -fast;
    }
    int chosen = level == null ? DEFAULT : level;
    int highest = ZstdCompressionParameter.COMPRESSION_LEVEL.upperBound();
    if (!ultra && chosen > HIGHEST_WITHOUT_ULTRA && chosen <= highest) {
      throw new ParameterException(spec.commandLine(), "level %d needs --ultra".formatted(chosen));
    }
    require(spec, "level", chosen);
    return chosen;
  }

  /// @throws ParameterException if the library has no such level
  static void require(CommandSpec spec, String name, int level) {
    int highest = ZstdCompressionParameter.COMPRESSION_LEVEL.upperBound();
    if (level < 1 || level > highest) {
      throw new ParameterException(
          spec.commandLine(), "%s %d is not between 1 and %d".formatted(name, level, highest));
    }
  }
}
