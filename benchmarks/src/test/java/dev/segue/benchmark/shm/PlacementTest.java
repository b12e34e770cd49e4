// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PlacementTest {
  @Test
  void placementIsNearBelowTheThresholdAndFarAboveIt() {
    assertEquals(Placement.NEAR, Placement.of(100));
    assertEquals(Placement.NEAR, Placement.of(Placement.NEAR_NANOS - 1));
    assertEquals(Placement.FAR, Placement.of(Placement.NEAR_NANOS));
    assertEquals(Placement.FAR, Placement.of(490));
    assertEquals("near", Placement.NEAR.toString());
  }

  @Test
  void steadyFlagMeansNoMove() {
    assertFalse(Placement.moved(100, 149));
    assertFalse(Placement.moved(490, 400));
  }

  @Test
  void changedFlagMeansAMove() {
    assertTrue(Placement.moved(100, 490), "from near to far");
    assertTrue(Placement.moved(490, 100), "from far to near");
    assertTrue(Placement.moved(240, 260), "across the threshold");
    assertTrue(Placement.moved(100, 151), "still near, but half as fast again");
    assertTrue(Placement.moved(1000, 490), "still far, but twice as fast");
  }

  @Test
  void sharedProcessorHasNoPlacement() {
    assertTrue(Placement.shared(490, 10_000));
    assertTrue(Placement.moved(10_000, 10_000));
    assertFalse(Placement.shared(490, 490));
  }
}
