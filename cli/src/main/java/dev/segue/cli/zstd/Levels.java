// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import dev.segue.compression.ZstdParameter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// The levels that the library knows.
final class Levels {

  private Levels() {}

  /// @throws ParameterException if the library has no such level
  static void check(CommandSpec spec, int level) {
    int min = ZstdParameter.COMPRESSION_LEVEL.lowerBound();
    int max = ZstdParameter.COMPRESSION_LEVEL.upperBound();
    if (level < min || level > max) {
      throw new ParameterException(
          spec.commandLine(), "--level=%d is not between %d and %d".formatted(level, min, max));
    }
  }
}
