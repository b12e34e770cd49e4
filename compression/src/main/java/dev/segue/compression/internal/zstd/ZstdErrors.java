// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;

/// The results of libzstd functions: a size, or the negative of a `ZSTD_ErrorCode`.
///
/// The codes are the ones that zstd_errors.h has declared stable since 1.3.1.
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

  /// Checks that a result is not an error.
  static long check(long result, String action) {
    if (isError(result)) {
      throw failure(result, action);
    }
    return result;
  }

  /// Checks that setting a parameter has succeeded.
  static void checkParameter(long result, int parameter, int value) {
    if (isError(result)) {
      throw failure(result, "setting parameter " + parameter + " to " + value);
    }
  }

  static CodecFailure failure(long result, String action) {
    return failure(result, action, CodecFailure.UNKNOWN_OFFSET);
  }

  /// Returns the failure for an error.
  ///
  /// @param action the failed action, such as "compressing a stream"
  static CodecFailure failure(long result, String action, long offset) {
    String where = offset == CodecFailure.UNKNOWN_OFFSET ? "" : " at offset=" + offset;
    return new CodecFailure(
        reason(result), "%s%s: %s".formatted(action, where, ZstdLibrary.errorName(result)), offset);
  }

  /// Checks that no step of the current frame has failed, since libzstd does not define how to
  /// continue such a frame.
  static void requireSound(boolean failed, String what) {
    if (failed) {
      throw new IllegalStateException(
          "an earlier step of the %s has failed; call begin() for the next frame".formatted(what));
    }
  }

  private static Reason reason(long result) {
    if (result == DESTINATION_TOO_SMALL || result == NO_PROGRESS_DESTINATION_FULL) {
      return Reason.DESTINATION_TOO_SMALL;
    }
    if (result == CHECKSUM_WRONG) {
      return Reason.CHECKSUM_MISMATCH;
    }
    if (result == FRAME_PARAMETER_WINDOW_TOO_LARGE) {
      return Reason.LIMIT_EXCEEDED;
    }
    if (result == DICTIONARY_WRONG) {
      return Reason.WRONG_DICTIONARY;
    }
    if (result == FRAME_PARAMETER_UNSUPPORTED || result == VERSION_UNSUPPORTED) {
      return Reason.UNSUPPORTED;
    }
    if (result == MEMORY_ALLOCATION) {
      return Reason.OUT_OF_MEMORY;
    }
    return isInputError(result) ? Reason.MALFORMED_INPUT : Reason.INTERNAL;
  }

  private static boolean isInputError(long result) {
    // GENERIC: some corrupt entropy tables are reported without details.
    return result == GENERIC
        || result == PREFIX_UNKNOWN
        || result == CORRUPTION_DETECTED
        || result == LITERALS_HEADER_WRONG
        || result == DICTIONARY_CORRUPTED
        || result == SOURCE_SIZE_WRONG
        || result == NO_PROGRESS_INPUT_EMPTY;
  }
}
