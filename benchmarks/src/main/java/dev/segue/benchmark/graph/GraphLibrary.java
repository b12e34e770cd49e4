// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.util.List;
import java.util.Optional;

/// A serialization library in the comparison.
///
/// Implementations do not load the library before [#open].
interface GraphLibrary {
  /// Returns why the library does not support a case.
  ///
  /// @return the reason, or empty if it does
  Optional<String> absence(GraphCase graphCase);

  /// Returns the JVM flags that the library's own documentation asks for.
  List<String> jvmFlags();

  /// Sets the library up for a case that it supports.
  GraphCodec open(GraphCase graphCase);

  /// Sets the library up for one of several threads, which share what the library lets them share.
  default GraphCodec openForOneOfThreads(GraphCase graphCase) {
    return open(graphCase);
  }
}
