// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.util.List;
import java.util.Optional;

/// A serialization library that takes part.
///
/// Implementations don't touch the library itself before [#open].
interface GraphLibrary {
  /// Tells why the library cannot do a case.
  ///
  /// @return the reason, or empty where it can
  Optional<String> absence(GraphCase graphCase);

  /// The JVM flags that the library's own documentation asks for.
  List<String> jvmFlags();

  /// Sets the library up for a case that it can do.
  GraphCodec open(GraphCase graphCase);

  /// The same for one of several threads, which share what the library lets them share.
  default GraphCodec openForOneOfThreads(GraphCase graphCase) {
    return open(graphCase);
  }
}
