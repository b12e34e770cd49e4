// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.io.IOException;
import java.io.Serial;

/// A path that is no channel of ours, or a channel that does not let one in.
public final class MembershipException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  /// Why.
  public enum Reason {
    /// No channel, or one of another version or layout.
    FOREIGN,
    /// The one place for that role is taken.
    TAKEN,
    /// All places are taken.
    FULL,
    /// Another process does not let go of the registry.
    BUSY,
    /// The control file was cut while it was in use.
    DAMAGED
  }

  private final Reason reason;

  MembershipException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /// Why.
  public Reason reason() {
    return reason;
  }
}
