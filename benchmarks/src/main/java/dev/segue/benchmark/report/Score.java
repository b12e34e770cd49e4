// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Map;

/// What one contestant did in one case.
///
/// @param benchmark the class and method, without the package
/// @param contestant its name in the tables
/// @param params the other parameters, in order
/// @param primary the speed
/// @param secondary what else was measured, by JMH's name for it
/// @param jvmFlags what the JVM was started with
public record Score(
    String benchmark,
    String contestant,
    Map<String, String> params,
    Metric primary,
    Map<String, Metric> secondary,
    List<String> jvmFlags) {
  /// The name of JMH's figure for what is allocated.
  public static final String ALLOCATED = "gc.alloc.rate.norm";

  /// The name of the figure for the length of what is written.
  public static final String PAYLOAD = "payload.bytes";
}
