// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBufferLimitException;

class RoomTest {

  @Test
  void arraysDoubleUntilEverythingFits() {
    assertEquals(1, Room.grown(0, 1, Integer.MAX_VALUE));
    assertEquals(200, Room.grown(100, 101, Integer.MAX_VALUE));
    assertEquals(900, Room.grown(100, 900, Integer.MAX_VALUE));
    assertEquals(120, Room.grown(100, 101, 120));
  }

  @Test
  void arraysOfMoreThanAGibibyteGrowToo() {
    int gibibyte = 1 << 30;
    assertEquals(gibibyte + 1, Room.grown(gibibyte, gibibyte + 1L, gibibyte + 1));
    assertEquals(Room.LONGEST, Room.grown(gibibyte, gibibyte + 1L, Integer.MAX_VALUE));
    assertEquals(Room.LONGEST, Room.grown(Room.LONGEST - 1, Room.LONGEST, Integer.MAX_VALUE));
  }

  @Test
  void bodiesLongerThanAnyArrayAreRefused() {
    assertThrows(
        DataBufferLimitException.class,
        () -> Room.grown(1 << 30, Room.LONGEST + 1L, Integer.MAX_VALUE));
  }
}
