// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Map;

/// The result of one library in one row and one round.
///
/// @param benchmark the class and method, without the package
/// @param params the parameters without the library, in order
/// @param library its key in the parameters
/// @param round the number of the round, from 1
/// @param primary the speed
/// @param secondary secondary figures, by JMH's names
/// @param jvmFlags the flags of the JVM
public record Score(
    String benchmark,
    Map<String, String> params,
    String library,
    int round,
    Metric primary,
    Map<String, Metric> secondary,
    List<String> jvmFlags) {
  /// JMH's name for the figure of allocation.
  public static final String ALLOCATED = "gc.alloc.rate.norm";

  /// The name of the figure for the payload's length.
  public static final String PAYLOAD = "payload.bytes";

  /// The name of the figure for the round trip of a bare flag between the same two processes.
  public static final String FLAG = "flag.ns";
}
