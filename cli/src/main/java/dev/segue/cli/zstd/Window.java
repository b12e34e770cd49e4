// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.zstd;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/// The window of `--long`: the largest distance of a match, as the logarithm of a number of bytes.
final class Window {

  /// The largest window that every decompressor accepts, 128 MiB.
  static final int DEFAULT_LOG = 27;

  /// The largest window that zstd supports, 2 GiB.
  static final int LARGEST_LOG = 31;

  private static final int SMALLEST_LOG = 10;

  private Window() {}

  /// @throws ParameterException if it is out of range
  static void require(CommandSpec spec, int log) {
    if (log < SMALLEST_LOG || log > LARGEST_LOG) {
      throw new ParameterException(
          spec.commandLine(),
          "--long=%d is not between %d and %d".formatted(log, SMALLEST_LOG, LARGEST_LOG));
    }
  }
}
