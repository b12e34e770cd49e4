// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.launch.Families;
import dev.segue.benchmark.shm.ShmSettings;
import java.util.List;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/// What the command line says about how to measure.
///
/// @param quick whether to measure each case shortly
/// @param everyCase whether to measure those too that a quick run leaves out
/// @param rounds how often to measure everything, or 0 for the usual number
/// @param jmh options of JMH, which come before the suites' own
/// @param families which family each benchmark class belongs to
/// @param shm which transports and lengths
record Settings(
    boolean quick,
    boolean everyCase,
    int rounds,
    CommandLineOptions jmh,
    Families families,
    ShmSettings shm) {
  /// Makes settings with more options of JMH.
  @FunctionalInterface
  interface More {
    /// The command line's settings and these options.
    Settings with(List<String> options);
  }
}
