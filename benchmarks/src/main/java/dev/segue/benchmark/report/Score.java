// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.report;

import java.util.List;
import java.util.Map;

/// The result of one library in one case.
///
/// @param benchmark the class and method, without the package
/// @param contestant its name in the tables
/// @param params the other parameters, in order
/// @param primary the speed
/// @param secondary further figures, by JMH's names
/// @param jvmFlags the flags of the JVM
public record Score(
    String benchmark,
    String contestant,
    Map<String, String> params,
    Metric primary,
    Map<String, Metric> secondary,
    List<String> jvmFlags) {
  /// JMH's name for the figure of allocation.
  public static final String ALLOCATED = "gc.alloc.rate.norm";

  /// The name of the figure for the payload's length.
  public static final String PAYLOAD = "payload.bytes";
}
