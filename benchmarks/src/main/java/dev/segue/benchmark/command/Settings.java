// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.launch.Families;
import dev.segue.benchmark.shm.ShmSettings;
import java.util.List;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/// The measurement settings of the command line.
///
/// @param quick whether to measure each case briefly
/// @param everyCase whether to include cases that a quick run leaves out
/// @param rounds how often to measure everything, or 0 for the default
/// @param jmh options for JMH, which take precedence over the suites' own
/// @param families the family of each benchmark class
/// @param shm transports and lengths to measure
record Settings(
    boolean quick,
    boolean everyCase,
    int rounds,
    CommandLineOptions jmh,
    Families families,
    ShmSettings shm) {
  /// Creates settings with further options for JMH.
  @FunctionalInterface
  interface More {
    /// Returns the command line's settings with these options added.
    Settings with(List<String> options);
  }
}
