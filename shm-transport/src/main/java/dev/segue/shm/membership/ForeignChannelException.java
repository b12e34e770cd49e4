// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.membership;

import java.io.IOException;
import java.io.Serial;

/// A path that is no channel, or one of another version or layout.
public final class ForeignChannelException extends IOException {

  @Serial private static final long serialVersionUID = 1L;

  ForeignChannelException(String message) {
    super(message);
  }
}
