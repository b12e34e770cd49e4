// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression;

import java.io.Serial;

/// The one way compression and decompression fail.
public final class CompressionException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// What went wrong, for callers that react rather than report.
  public enum Kind {
    /// The destination cannot hold the result.
    DESTINATION_TOO_SMALL,
    /// The input is not what a compressor of this format writes, or was cut short.
    MALFORMED_INPUT,
    /// The native library could not be found or loaded.
    LIBRARY_NOT_FOUND
  }

  private final Kind kind;

  /// An error of a kind, with the message a user acts on.
  ///
  /// @param kind what went wrong
  /// @param message what went wrong, where, and what to do about it
  public CompressionException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /// What went wrong.
  ///
  /// @return the kind of this error
  public Kind kind() {
    return kind;
  }
}
