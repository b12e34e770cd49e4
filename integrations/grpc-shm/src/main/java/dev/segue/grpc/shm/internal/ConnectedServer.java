// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import dev.segue.shm.Channel;
import dev.segue.shm.MemberRole;
import dev.segue.shm.TransportException;
import dev.segue.shm.TransportException.Kind;

/// The server of a client's connection.
///
/// @param place the server's path
/// @param channel the channel at the path when the client connected
/// @param processId the id of the server's process, as that process sees it
record ConnectedServer(ServerPath place, Channel channel, long processId) {

  /// Whether the server is alive. If this cannot be determined, it counts as alive: a client must
  /// not report the death of a server that lives.
  boolean isAlive() {
    try {
      if (ConnectionFiles.isServed(channel)) {
        return true;
      }
    } catch (TransportException e) {
      if (e.kind() != Kind.NOT_FOUND) {
        return true;
      }
    }
    return isAtPath();
  }

  /// Whether the server is at its path: after its files were deleted, it creates them anew.
  private boolean isAtPath() {
    try (Channel now = place.open(place.path())) {
      return now.members().stream()
          .anyMatch(
              member -> member.role() == MemberRole.SUBSCRIBER && member.processId() == processId);
    } catch (TransportException e) {
      return e.kind() == Kind.BUSY;
    }
  }
}
