// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.util.List;
import java.util.Optional;
import org.apache.fory.Fory;

/// Apache Fory in its native (Java only) protocol, all classes registered.
///
/// @param numbers how it writes `int` and `long`
record ForyLibrary(Numbers numbers) implements GraphLibrary {
  /// Fory's encodings of integers.
  enum Numbers {
    /// Its default.
    VARIABLE_LENGTH,
    /// The width of the type.
    FIXED_LENGTH
  }

  @Override
  public Optional<String> absence(GraphCase graphCase) {
    return Optional.empty();
  }

  @Override
  public List<String> jvmFlags() {
    return ForySetup.JVM_FLAGS;
  }

  @Override
  public GraphCodec open(GraphCase graphCase) {
    Fory fory =
        ForySetup.settings(graphCase.references())
            .withCompatible(graphCase.schema() == GraphCase.Schema.COMPATIBLE)
            .withNumberCompressed(numbers == Numbers.VARIABLE_LENGTH)
            .build();
    graphCase.object().userTypes().forEach(fory::register);
    return new ForyCodec(fory, graphCase.buffer(), graphCase.object().type());
  }
}
