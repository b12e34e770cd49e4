// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

import java.io.IOException;
import java.io.Serial;

/// Thrown when a path is not a channel of this version, or the channel accepts no further member.
public final class MembershipException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  /// The reason for the failure.
  public enum Reason {
    /// The path is not a channel, or one of another version or layout.
    FOREIGN,
    /// The channel has a live member of that role, and takes only one.
    TAKEN,
    /// The channel has its maximum number of members or lanes.
    FULL,
    /// Another process does not release the registry's lock.
    BUSY,
    /// The control file was truncated while it was in use.
    DAMAGED
  }

  private final Reason reason;

  MembershipException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /// The reason for the failure.
  public Reason reason() {
    return reason;
  }
}
