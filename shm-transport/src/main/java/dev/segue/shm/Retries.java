// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import dev.segue.shm.TransportException.Kind;
import dev.segue.shm.internal.halt.Waits;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// Handles transient failures of a loop, such as a lack of file descriptors for a new member's
/// lane: logs a failure once and pauses before the next attempt. For one thread at a time.
final class Retries {

  private static final Logger LOGGER = System.getLogger("dev.segue.shm");
  private static final long RETRY_NANOS = 10_000_000;

  private final String what;
  private String lastFailure = "";

  /// @param what the activity of the loop, for the log
  Retries(String what) {
    this.what = what;
  }

  /// Whether retrying is useless.
  static boolean isFinal(Kind kind) {
    return kind == Kind.FENCED || kind == Kind.CORRUPT || kind == Kind.NOT_FOUND;
  }

  void succeeded() {
    lastFailure = "";
  }

  void failed(TransportException e) {
    if (!lastFailure.equals(e.toString())) {
      lastFailure = e.toString();
      LOGGER.log(Level.WARNING, what + " failed and will be retried", e);
    }
    Waits.park(Waits.RETRY, RETRY_NANOS);
  }
}
