// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import java.io.Serial;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.Objects;

/// The address of one end of a shared-memory connection. The attributes of calls contain it, as
/// `Grpc.TRANSPORT_ATTR_REMOTE_ADDR` and `Grpc.TRANSPORT_ATTR_LOCAL_ADDR`.
public final class ShmSocketAddress extends SocketAddress {

  @Serial private static final long serialVersionUID = 1L;

  /// The path as text, because paths are not serializable.
  private final String path;

  private final long processId;

  ShmSocketAddress(Path path, long processId) {
    this.path = path.toString();
    this.processId = processId;
  }

  /// The path of the server.
  ///
  /// @return the path as this process has named it; the same for both ends
  public Path path() {
    return Path.of(path);
  }

  /// The id of the process at this end, as that process sees it: in another container, it may have
  /// another id.
  ///
  /// @return the process id
  public long processId() {
    return processId;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShmSocketAddress that
        && path.equals(that.path)
        && processId == that.processId;
  }

  @Override
  public int hashCode() {
    return Objects.hash(path, processId);
  }

  /// A description for logs; its format may change.
  @Override
  public String toString() {
    return "shm:" + path + " (process " + processId + ")";
  }
}
