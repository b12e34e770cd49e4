// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.membership;

import java.io.Serial;

/// The others have gone on without this member.
public final class FencedException extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  FencedException(String message) {
    super(message);
  }
}
