// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.engine;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Translates the failures of a codec to the public exceptions that its streams throw.
public interface StreamFailures {

  /// Leaves failures unchanged, for streams that only the codec itself reads.
  StreamFailures UNTRANSLATED =
      new StreamFailures() {
        @Override
        public @Nullable RuntimeException flaw(Throwable thrown) {
          return null;
        }

        @Override
        public IOException wrap(RuntimeException flaw) {
          throw flaw;
        }
      };

  /// Returns the public exception for a failure of the codec; null if the underlying stream or the
  /// caller has failed instead.
  ///
  /// @param thrown a [CodecFailure], or anything else that a stream caught
  @Nullable RuntimeException flaw(Throwable thrown);

  /// Returns a new exception for the caller of a stream.
  ///
  /// @param flaw the result of [#flaw], which becomes the cause
  IOException wrap(RuntimeException flaw);
}
