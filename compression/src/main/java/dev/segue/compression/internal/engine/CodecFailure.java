// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.engine;

import java.io.Serial;

/// Thrown inside the module when content cannot be compressed or decompressed, or a library is
/// missing. The public API translates it to a `CompressionException`.
///
/// It has no stack trace: the exception that the caller gets has one, and some failures are
/// expected, such as a destination that is too small.
public final class CodecFailure extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// The offset of a failure whose position in the input is not known.
  public static final long UNKNOWN_OFFSET = -1;

  /// The reason for a failure. The constants have the names and meanings of
  /// `CompressionException.Kind`.
  public enum Reason {
    /// The destination is too small for the result.
    DESTINATION_TOO_SMALL,
    /// The input is not in the format, or is corrupt or truncated.
    MALFORMED_INPUT,
    /// The content does not match its checksum.
    CHECKSUM_MISMATCH,
    /// The input needs more memory than the caller allows.
    LIMIT_EXCEEDED,
    /// The input needs another dictionary.
    WRONG_DICTIONARY,
    /// The loaded library does not support this.
    UNSUPPORTED,
    /// Native memory could not be allocated.
    OUT_OF_MEMORY,
    /// The native library could not be loaded.
    LIBRARY_NOT_FOUND,
    /// The native library reported an error that no input should be able to cause.
    INTERNAL
  }

  private final Reason reason;
  private final long offset;

  /// Creates a failure whose position in the input is not known.
  public CodecFailure(Reason reason, String message) {
    this(reason, message, UNKNOWN_OFFSET);
  }

  /// Creates a failure at an offset of the input.
  ///
  /// @param message the error, its position, and the remedy
  public CodecFailure(Reason reason, String message, long offset) {
    super(message, null, false, false);
    this.reason = reason;
    this.offset = offset;
  }

  /// Returns the reason.
  public Reason reason() {
    return reason;
  }

  /// Returns the offset in the input, in bytes; [#UNKNOWN_OFFSET] if it is not known.
  public long offset() {
    return offset;
  }

  /// Returns the message, which is never null.
  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
