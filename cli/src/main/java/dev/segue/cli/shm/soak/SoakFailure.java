// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.shm.soak;

import java.io.Serial;

/// Thrown when the soak test could not be completed.
public final class SoakFailure extends Exception {

  @Serial private static final long serialVersionUID = 1L;

  SoakFailure(String message) {
    super(message);
  }
}
