// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

/// The role of a member: publisher or subscriber.
public enum Role {
  /// Writes to its lanes.
  PUBLISHER(1),
  /// Reads from its lanes.
  SUBSCRIBER(2);

  /// The code in the control file.
  final long code;

  Role(long code) {
    this.code = code;
  }

  /// The name of the role, for messages.
  public String inWords() {
    return this == PUBLISHER ? "publisher" : "subscriber";
  }
}
