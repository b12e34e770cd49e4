// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.launch.Families;
import dev.segue.benchmark.shm.ShmSettings;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/// The measurement settings of the command line.
///
/// @param extent the cases to measure
/// @param jmh options for JMH, which take precedence over the suites' own
/// @param families the family of each benchmark class
/// @param shm transports and lengths to measure, and how long
record Settings(Extent extent, CommandLineOptions jmh, Families families, ShmSettings shm) {
  /// How many of its cases a suite measures.
  enum Extent {
    /// The cases that README and documents quote.
    HEADLINE,
    /// The cases that most users ask for.
    USUAL,
    /// Every case that exists.
    EVERY
  }
}
