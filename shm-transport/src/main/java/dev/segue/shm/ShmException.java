// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.io.Serial;

/// The one way the shared-memory transport fails.
public final class ShmException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// What went wrong, for callers that react rather than report.
  public enum Kind {
    /// The memory file system has no room for the channel.
    NO_SPACE,
    /// The file is not a channel, or one of another version or layout.
    INCOMPATIBLE
  }

  private final Kind kind;

  /// An error of a kind, with the message a user acts on.
  ///
  /// @param kind what went wrong
  /// @param message what went wrong, where, and what to do about it
  public ShmException(Kind kind, String message) {
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
