// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

/// What a member of a channel does: publish or subscribe.
///
/// Later versions may add constants; a `switch` needs a `default`.
public enum MemberRole {
  /// A publisher, which writes messages.
  PUBLISHER,
  /// A subscriber, which reads messages.
  SUBSCRIBER
}
