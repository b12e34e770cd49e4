// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PatienceTest {

  @Test
  void waitEndsAtItsLimit() {
    Patience patience = new Patience(() -> {}, Duration.ofMillis(20));
    assertTimeoutPreemptively(
        Duration.ofMinutes(5), () -> assertThrows(DemoFailure.class, () -> idleOn(patience)));
  }

  @Test
  void waitChecksWhetherToContinue() {
    Patience patience =
        new Patience(
            () -> {
              throw new DemoFailure("over");
            },
            Duration.ofDays(1));
    assertTimeoutPreemptively(
        Duration.ofMinutes(5), () -> assertThrows(DemoFailure.class, () -> idleOn(patience)));
  }

  @SuppressWarnings("InfiniteLoopStatement")
  private static void idleOn(Patience patience) {
    while (true) {
      patience.idle();
    }
  }
}
