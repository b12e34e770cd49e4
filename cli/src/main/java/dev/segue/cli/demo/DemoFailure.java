// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.io.Serial;

/// Thrown when the demo cannot continue; the message explains the reason to the user.
final class DemoFailure extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  DemoFailure(String message) {
    super(message);
  }
}
