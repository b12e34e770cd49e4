// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;

/// The results of libzstd's functions: a size, or the negative of a `ZSTD_ErrorCode`.
///
/// The codes below are those that zstd_errors.h declares stable since 1.3.1.
final class ZstdErrors {

  static final long GENERIC = -1;
  static final long PREFIX_UNKNOWN = -10;
  static final long VERSION_UNSUPPORTED = -12;
  static final long FRAME_PARAMETER_UNSUPPORTED = -14;
  static final long FRAME_PARAMETER_WINDOW_TOO_LARGE = -16;
  static final long CORRUPTION_DETECTED = -20;
  static final long CHECKSUM_WRONG = -22;
  static final long LITERALS_HEADER_WRONG = -24;
  static final long DICTIONARY_CORRUPTED = -30;
  static final long DICTIONARY_WRONG = -32;
  static final long MEMORY_ALLOCATION = -64;
  static final long DESTINATION_TOO_SMALL = -70;
  static final long SOURCE_SIZE_WRONG = -72;
  static final long NO_PROGRESS_DESTINATION_FULL = -80;
  static final long NO_PROGRESS_INPUT_EMPTY = -82;

  private ZstdErrors() {}

  static boolean isError(long result) {
    return result < 0;
  }

  /// A result that is never an error unless something is broken.
  static long check(long result, String action) {
    if (isError(result)) {
      throw exception(result, action, CompressionException.UNKNOWN_OFFSET);
    }
    return result;
  }

  /// The result of setting a parameter, whose words are made only when they are needed.
  static void checkParameter(long result, int parameter, int value) {
    if (isError(result)) {
      throw exception(
          result,
          "setting parameter " + parameter + " to " + value,
          CompressionException.UNKNOWN_OFFSET);
    }
  }

  static CompressionException exception(long result, String action, long offset) {
    String where = offset == CompressionException.UNKNOWN_OFFSET ? "" : " at offset=" + offset;
    return new CompressionException(
        kind(result), "%s%s: %s".formatted(action, where, ZstdLibrary.errorName(result)), offset);
  }

  /// That a stream goes on with a frame of which no step has failed: what libzstd would do with
  /// such a frame is not defined.
  static void requireSound(boolean failed, String what) {
    if (failed) {
      throw new IllegalStateException(
          "a step of the " + what + " has failed; begin() begins another frame");
    }
  }

  private static Kind kind(long result) {
    if (result == DESTINATION_TOO_SMALL || result == NO_PROGRESS_DESTINATION_FULL) {
      return Kind.DESTINATION_TOO_SMALL;
    }
    if (result == CHECKSUM_WRONG) {
      return Kind.CHECKSUM_MISMATCH;
    }
    if (result == FRAME_PARAMETER_WINDOW_TOO_LARGE) {
      return Kind.LIMIT_EXCEEDED;
    }
    if (result == DICTIONARY_WRONG) {
      return Kind.WRONG_DICTIONARY;
    }
    if (result == FRAME_PARAMETER_UNSUPPORTED || result == VERSION_UNSUPPORTED) {
      return Kind.UNSUPPORTED;
    }
    if (result == MEMORY_ALLOCATION) {
      return Kind.OUT_OF_MEMORY;
    }
    return isInputError(result) ? Kind.MALFORMED_INPUT : Kind.INTERNAL;
  }

  private static boolean isInputError(long result) {
    // Some corrupt entropy tables are reported without saying more.
    return result == GENERIC
        || result == PREFIX_UNKNOWN
        || result == CORRUPTION_DETECTED
        || result == LITERALS_HEADER_WRONG
        || result == DICTIONARY_CORRUPTED
        || result == SOURCE_SIZE_WRONG
        || result == NO_PROGRESS_INPUT_EMPTY;
  }
}
