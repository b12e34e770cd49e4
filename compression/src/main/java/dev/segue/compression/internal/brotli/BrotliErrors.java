// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.brotli;

import dev.segue.compression.CompressionException;
import dev.segue.compression.CompressionException.Kind;

/// What a decoder says, as exceptions.
final class BrotliErrors {

  // enum BrotliDecoderResult
  static final int ERROR = 0;
  static final int SUCCESS = 1;
  static final int NEEDS_MORE_INPUT = 2;
  static final int NEEDS_MORE_OUTPUT = 3;

  // BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES to BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES
  private static final int ALLOCATION_FIRST = -21;
  private static final int ALLOCATION_LAST = -30;

  private BrotliErrors() {}

  /// The input is not a Brotli stream, or there was no memory to find that out.
  ///
  /// @param code a `BrotliDecoderErrorCode`
  static CompressionException failed(int code, long offset) {
    return code <= ALLOCATION_FIRST && code >= ALLOCATION_LAST
        ? outOfMemory()
        : new CompressionException(
            Kind.MALFORMED_INPUT,
            "the Brotli stream is corrupt at offset=%d (error %d)".formatted(offset, code),
            offset);
  }

  static CompressionException truncated(long offset) {
    return new CompressionException(
        Kind.MALFORMED_INPUT,
        "the Brotli stream is not complete where the input ends, at offset=" + offset,
        offset);
  }

  static CompressionException trailing(long offset) {
    return new CompressionException(
        Kind.MALFORMED_INPUT,
        "there is more behind the Brotli stream, at offset=" + offset,
        offset);
  }

  static CompressionException outOfMemory() {
    return new CompressionException(Kind.OUT_OF_MEMORY, "libbrotli cannot allocate memory");
  }
}
