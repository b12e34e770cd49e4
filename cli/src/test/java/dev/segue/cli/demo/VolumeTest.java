// SPDX-License-Identifier: Apache-2.0
package dev.segue.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class VolumeTest {

  @Test
  void phasesShareTheTime() {
    Volume volume = new Volume(null, Duration.ofSeconds(20));
    long all =
        volume.warmUpOneWay().nanos()
            + volume.warmUpRoundTrips().nanos()
            + volume.oneWay().nanos()
            + volume.roundTrips().nanos();
    assertEquals(Duration.ofSeconds(20).toNanos(), all);
    assertEquals(Long.MAX_VALUE, volume.oneWay().messages());
  }

  @Test
  void messageCountHasNoTimeLimit() {
    assertEquals(new Volume.Phase(1_000, Long.MAX_VALUE), new Volume(1_000L, null).oneWay());
  }

  @Test
  void stopsAtTheFirstOfTwoLimits() {
    Volume.Phase phase = new Volume(1_000L, Duration.ofSeconds(10)).oneWay();
    assertEquals(1_000, phase.messages());
    assertEquals(Duration.ofSeconds(4).toNanos(), phase.nanos());
  }

  @Test
  void singleMessageStillMakesARoundTrip() {
    assertTrue(new Volume(1L, null).roundTrips().messages() > 0);
  }
}
