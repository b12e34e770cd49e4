// SPDX-License-Identifier: Apache-2.0
package dev.segue.shm.soak;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A few seconds of the soak; see {@link Soak} for how to run it for long.
@EnabledOnOs({OS.LINUX, OS.MAC})
class SoakTest {

  @Test
  @Timeout(60)
  void nothingIsLostWhoeverIsKilled(@TempDir Path directory) throws Exception {
    Soak.Outcome outcome = Soak.run(directory, Duration.ofSeconds(5), Duration.ofMillis(400));
    assertTrue(outcome.holds() && outcome.accounts().committed() > 0, outcome::toString);
  }
}
