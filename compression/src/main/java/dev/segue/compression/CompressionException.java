// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.io.Serial;

/// Thrown when content cannot be compressed or decompressed.
///
/// It has a kind for callers that react to failures, and the offset in the input where that is
/// known. Streams and channels throw it as the cause of a [CompressionIOException]. Incorrect use
/// of the API, such as a read-only destination or an unknown level, is reported by the usual JDK
/// exceptions.
public final class CompressionException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// The value of [#offset()] if the position of the error is not known.
  public static final long UNKNOWN_OFFSET = -1;

  /// The reason for a failure, for callers that react to it.
  ///
  /// Later versions may add constants; a `switch` needs a `default`.
  public enum Kind {
    /// The destination is too small for the result; retry with a larger one.
    DESTINATION_TOO_SMALL,
    /// The input is not in the format of the codec, or is corrupt or truncated, or was compressed
    /// with a different dictionary of the same id.
    MALFORMED_INPUT,
    /// The input is well-formed, but its content does not match its checksum.
    CHECKSUM_MISMATCH,
    /// The input needs more memory, or has more content, than the caller allows.
    LIMIT_EXCEEDED,
    /// The input needs a dictionary, but none or a different one was given.
    WRONG_DICTIONARY,
    /// The input may be valid, but is in a form of its format that the loaded library or this
    /// version of Segue does not support.
    UNSUPPORTED,
    /// The native library could not allocate memory.
    OUT_OF_MEMORY,
    /// The native library could not be found or loaded.
    LIBRARY_NOT_FOUND,
    /// The native library reported an error that no input should be able to cause.
    INTERNAL
  }

  private final Kind kind;
  private final long offset;

  /// Creates an exception without an offset.
  ///
  /// @param kind the reason for the failure
  /// @param message the problem, its position, and the remedy
  public CompressionException(Kind kind, String message) {
    this(kind, message, UNKNOWN_OFFSET);
  }

  /// Creates an exception with an offset.
  ///
  /// @param kind the reason for the failure
  /// @param message the problem, its position, and the remedy
  /// @param offset the position in the input, in bytes from its start; [#UNKNOWN_OFFSET] if it is
  ///   not known
  public CompressionException(Kind kind, String message, long offset) {
    super(message);
    this.kind = kind;
    this.offset = offset;
  }

  /// Returns the reason for the failure.
  ///
  /// @return the kind
  public Kind kind() {
    return kind;
  }

  /// Returns the position in the input where the failure occurred.
  ///
  /// For truncated input this is the start of the incomplete part; for corrupt content, the start
  /// of the frame or block that contains it.
  ///
  /// @return bytes from the start of the input; [#UNKNOWN_OFFSET] if it is not known
  public long offset() {
    return offset;
  }
}
