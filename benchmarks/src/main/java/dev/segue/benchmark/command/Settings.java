// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.command;

import dev.segue.benchmark.launch.Families;
import dev.segue.benchmark.processes.ProcessSettings;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/// The measurement settings of the command line.
///
/// @param extent the cases to measure
/// @param jmh options for JMH, which override the suites' own options
/// @param families the family of each benchmark class
/// @param processes the transports, lengths and durations of messages between processes
record Settings(
    Extent extent, CommandLineOptions jmh, Families families, ProcessSettings processes) {
  /// The set of cases that a suite measures.
  enum Extent {
    /// The cases quoted in the README and documents.
    HEADLINE,
    /// The cases that interest most users.
    USUAL,
    /// Every case that exists.
    EVERY
  }
}
