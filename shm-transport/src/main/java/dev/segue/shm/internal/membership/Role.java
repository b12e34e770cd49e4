// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.membership;

/// What a member does.
public enum Role {
  /// Writes to its lanes.
  PUBLISHER(1),
  /// Reads from its lanes.
  SUBSCRIBER(2);

  /// How the control file says it.
  final long code;

  Role(long code) {
    this.code = code;
  }

  /// For messages.
  public String inWords() {
    return this == PUBLISHER ? "publisher" : "subscriber";
  }
}
