// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import dev.segue.compression.CompressionException.Kind;
import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.StreamFailures;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Translates failures from inside the module to [CompressionException]s. Every public method that
/// reaches native code or a parser goes through this class.
final class FailureTranslation {

  /// Translates the failures of streams to [CompressionIOException]s.
  static final StreamFailures OF_STREAMS =
      new StreamFailures() {
        @Override
        public @Nullable RuntimeException flaw(Throwable thrown) {
          return switch (thrown) {
            case CodecFailure failure -> of(failure);
            case CompressionException flaw -> flaw;
            default -> null;
          };
        }

        @Override
        public IOException wrap(RuntimeException flaw) {
          return new CompressionIOException((CompressionException) flaw);
        }
      };

  private FailureTranslation() {}

  /// Returns the exception for a failure, with the stack trace of the caller.
  static CompressionException of(CodecFailure failure) {
    Kind kind =
        switch (failure.reason()) {
          case DESTINATION_TOO_SMALL -> Kind.DESTINATION_TOO_SMALL;
          case MALFORMED_INPUT -> Kind.MALFORMED_INPUT;
          case CHECKSUM_MISMATCH -> Kind.CHECKSUM_MISMATCH;
          case LIMIT_EXCEEDED -> Kind.LIMIT_EXCEEDED;
          case WRONG_DICTIONARY -> Kind.WRONG_DICTIONARY;
          case UNSUPPORTED -> Kind.UNSUPPORTED;
          case OUT_OF_MEMORY -> Kind.OUT_OF_MEMORY;
          case LIBRARY_NOT_FOUND -> Kind.LIBRARY_NOT_FOUND;
          case INTERNAL -> Kind.INTERNAL;
        };
    return new CompressionException(kind, failure.getMessage(), failure.offset());
  }

  /// Returns the result of an action, and translates its failure.
  static <T> T get(Supplier<? extends T> action) {
    try {
      return action.get();
    } catch (CodecFailure e) {
      throw of(e);
    }
  }

  /// Runs an action, and translates its failure.
  static void run(Runnable action) {
    try {
      action.run();
    } catch (CodecFailure e) {
      throw of(e);
    }
  }
}
