// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.io.Serial;

/// The one way compression and decompression fail.
///
/// Misuse of the API, such as a read-only destination or an unknown level, is an
/// [IllegalArgumentException] or an [IllegalStateException] instead.
public final class CompressionException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// What [#offset()] returns when the place of the error is not known.
  public static final long UNKNOWN_OFFSET = -1;

  /// What went wrong, for callers that react rather than report.
  public enum Kind {
    /// The destination cannot hold the result.
    DESTINATION_TOO_SMALL,
    /// The input is not what a compressor of this format writes, or was cut short.
    MALFORMED_INPUT,
    /// The input is well-formed as far as it goes, but its content is not what its checksum says.
    CHECKSUM_MISMATCH,
    /// The input needs more memory, or would give more output, than the caller allows.
    LIMIT_EXCEEDED,
    /// The input needs a dictionary that was not given, or was given another one.
    WRONG_DICTIONARY,
    /// The format allows this, the library that is loaded does not.
    UNSUPPORTED,
    /// The native library could not allocate memory.
    OUT_OF_MEMORY,
    /// The native library could not be found or loaded.
    LIBRARY_NOT_FOUND,
    /// The native library reported an error that no input should cause.
    INTERNAL
  }

  private final Kind kind;
  private final long offset;

  /// An error of a kind, at a place that is not known.
  ///
  /// @param kind what went wrong
  /// @param message what went wrong, where, and what to do about it
  public CompressionException(Kind kind, String message) {
    this(kind, message, UNKNOWN_OFFSET);
  }

  /// An error of a kind at a place in the input.
  ///
  /// @param kind what went wrong
  /// @param message what went wrong, where, and what to do about it
  /// @param offset the place in the input, in bytes from its start; [#UNKNOWN_OFFSET] when not
  ///   known
  public CompressionException(Kind kind, String message, long offset) {
    super(message);
    this.kind = kind;
    this.offset = offset;
  }

  /// What went wrong.
  ///
  /// @return the kind of this error
  public Kind kind() {
    return kind;
  }

  /// Where in the input it went wrong.
  ///
  /// For a truncated input that is where a part begins that is not whole; for corrupt content, the
  /// start of the frame or block it lies in.
  ///
  /// @return bytes from the start of the input, or [#UNKNOWN_OFFSET]
  public long offset() {
    return offset;
  }
}
