// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import java.io.Serial;

/// The demo cannot go on; the message says why, for the one who runs it.
final class DemoFailure extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  DemoFailure(String message) {
    super(message);
  }
}
