// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm.internal;

import java.io.Serial;

/// Thrown when the peer has sent something that the protocol does not allow. It ends the
/// connection.
public final class DamagedFrameException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /// Creates an exception.
  ///
  /// @param message what is wrong with the frame
  public DamagedFrameException(String message) {
    super(message);
  }
}
