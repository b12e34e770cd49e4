// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// Tests that each have a directory in shared memory, with a path for a channel.
abstract class InScratch {

  Scratch scratch;
  Path path;

  @BeforeEach
  final void makeScratch() throws IOException {
    scratch = new Scratch();
    path = scratch.path("channel");
  }

  /// Runs after the test's own cleanup, even if that fails.
  @AfterEach
  final void removeScratch() throws IOException {
    scratch.close();
  }
}
