// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.graph.RoundTrip;
import java.util.List;
import java.util.Optional;

/// Opens the libraries by their names in the tables.
public final class ZeroCopyLibraries {
  private ZeroCopyLibraries() {}

  /// Returns why a library does not support a case.
  ///
  /// @param copy whether the contents are part of the payload
  static Optional<String> absence(String library, boolean copy) {
    return List.of("kryo", "fst").contains(library) && !copy
        ? Optional.of("no out-of-band contents")
        : Optional.empty();
  }

  /// Sets up a library, and checks that an object survives a round trip.
  ///
  /// @throws IllegalArgumentException if the library does not support the case
  public static GraphCodec open(ZeroCopyCase zeroCopyCase) {
    absence(zeroCopyCase.library(), zeroCopyCase.copy())
        .ifPresent(reason -> {
          throw new IllegalArgumentException(zeroCopyCase + ": " + reason);
        });
    GraphCodec codec =
        switch (zeroCopyCase.library()) {
          case "segue" -> new SegueContents(zeroCopyCase);
          case "fory" -> new ForyContents(zeroCopyCase);
          case "kryo" -> new KryoContents(zeroCopyCase);
          case "fst" -> new FstContents(zeroCopyCase);
          default ->
              throw new IllegalArgumentException("unknown library: " + zeroCopyCase.library());
        };
    return RoundTrip.checked(codec, zeroCopyCase.create(), zeroCopyCase);
  }
}
