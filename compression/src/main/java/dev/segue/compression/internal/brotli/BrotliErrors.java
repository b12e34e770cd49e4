// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import dev.segue.compression.internal.engine.CodecFailure;
import dev.segue.compression.internal.engine.CodecFailure.Reason;

/// The results of a Brotli decoder, and the corresponding failures.
final class BrotliErrors {

  // enum BrotliDecoderResult
  static final int ERROR = 0;
  static final int SUCCESS = 1;
  static final int NEEDS_MORE_INPUT = 2;
  static final int NEEDS_MORE_OUTPUT = 3;

  // BROTLI_DECODER_ERROR_FORMAT_WINDOW_BITS
  private static final int WINDOW_BITS = -13;

  // BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES to BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES
  private static final int ALLOCATION_FIRST = -21;
  private static final int ALLOCATION_LAST = -30;

  private BrotliErrors() {}

  /// Returns the failure of a decoder: corrupt input, a window that is not supported, or a lack of
  /// memory.
  ///
  /// @param code a `BrotliDecoderErrorCode`
  static CodecFailure failed(int code, long offset) {
    if (code <= ALLOCATION_FIRST && code >= ALLOCATION_LAST) {
      return outOfMemory();
    }
    return code == WINDOW_BITS
        ? new CodecFailure(
            Reason.UNSUPPORTED,
            "the Brotli stream has a large window (brotli --large_window), which is not part of RFC 7932 and not supported",
            offset)
        : new CodecFailure(
            Reason.MALFORMED_INPUT,
            "the Brotli stream is corrupt at offset=%d (error %d)".formatted(offset, code),
            offset);
  }

  static CodecFailure truncated(long offset) {
    return new CodecFailure(
        Reason.MALFORMED_INPUT, "the Brotli stream is truncated at offset=" + offset, offset);
  }

  static CodecFailure trailing(long offset) {
    return new CodecFailure(
        Reason.MALFORMED_INPUT,
        "there are more bytes after the Brotli stream, at offset=" + offset,
        offset);
  }

  static CodecFailure outOfMemory() {
    return new CodecFailure(Reason.OUT_OF_MEMORY, "libbrotli cannot allocate memory");
  }
}
