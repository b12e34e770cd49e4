// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.launch;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is to be known about the cases of one benchmark class before any of them runs.
///
/// A case is told by the values of its JMH parameters. A family answers from those alone, without
/// loading a contestant.
public interface Family {
  /// Tells why a case does not exist: a contestant that cannot do what the parameters ask for.
  ///
  /// @return the reason, or empty where the case can be run
  Optional<String> absence(Map<String, String> params);

  /// The JVM flags that the contestant's own documentation asks for.
  List<String> jvmFlags(Map<String, String> params);

  /// Whether a case is small enough for a smoke run, which has two minutes for everything.
  default boolean isQuick(Map<String, String> params) {
    return true;
  }
}
