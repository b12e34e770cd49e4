// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.internal.lane;

import java.io.Serial;

/// Thrown when a lane contains bytes that the protocol cannot have written.
public final class LaneFault extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  LaneFault(String message) {
    super(message);
  }
}
