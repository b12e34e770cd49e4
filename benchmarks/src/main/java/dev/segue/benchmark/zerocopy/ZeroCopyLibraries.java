// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.zerocopy;

import dev.segue.benchmark.graph.GraphCodec;
import dev.segue.benchmark.graph.RoundTrip;
import java.util.Optional;

/// The libraries by their names in the tables.
public final class ZeroCopyLibraries {
  private ZeroCopyLibraries() {}

  /// Tells why a library cannot do a case.
  ///
  /// @param copy whether the contents are written to the payload
  static Optional<String> absence(String library, boolean copy) {
    return switch (library) {
      case "kryo", "fst" ->
          copy
              ? Optional.empty()
              : Optional.of(library + " writes all contents to the payload: see copy=true");
      default -> Optional.empty();
    };
  }

  /// Sets a library up, and checks that what it reads equals what it wrote.
  ///
  /// @throws IllegalArgumentException where the library cannot do the case
  public static GraphCodec open(ZeroCopyCase zeroCopyCase) {
    absence(zeroCopyCase.library(), zeroCopyCase.copy())
        .ifPresent(reason -> {
          throw new IllegalArgumentException(zeroCopyCase + ": " + reason);
        });
    return RoundTrip.checked(openUnchecked(zeroCopyCase), zeroCopyCase.create(), zeroCopyCase);
  }

  private static GraphCodec openUnchecked(ZeroCopyCase zeroCopyCase) {
    return switch (zeroCopyCase.library()) {
      case "segue" -> new SegueContents(zeroCopyCase);
      case "fory" -> new ForyContents(zeroCopyCase);
      case "kryo" -> new KryoContents(zeroCopyCase);
      case "fst" -> new FstContents(zeroCopyCase);
      default -> throw new IllegalArgumentException("no such library: " + zeroCopyCase.library());
    };
  }
}
