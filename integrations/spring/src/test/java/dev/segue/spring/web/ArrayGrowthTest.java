// SPDX-License-Identifier: Apache-2.0
package dev.segue.spring.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBufferLimitException;

class ArrayGrowthTest {

  @Test
  void arraysDoubleUntilEverythingFits() {
    assertEquals(1, ArrayGrowth.grown(0, 1, Integer.MAX_VALUE));
    assertEquals(200, ArrayGrowth.grown(100, 101, Integer.MAX_VALUE));
    assertEquals(900, ArrayGrowth.grown(100, 900, Integer.MAX_VALUE));
    assertEquals(120, ArrayGrowth.grown(100, 101, 120));
  }

  @Test
  void arraysOfMoreThanAGibibyteGrowToo() {
    int gibibyte = 1 << 30;
    assertEquals(gibibyte + 1, ArrayGrowth.grown(gibibyte, gibibyte + 1L, gibibyte + 1));
    assertEquals(
        ArrayGrowth.LONGEST, ArrayGrowth.grown(gibibyte, gibibyte + 1L, Integer.MAX_VALUE));
    assertEquals(
        ArrayGrowth.LONGEST,
        ArrayGrowth.grown(ArrayGrowth.LONGEST - 1, ArrayGrowth.LONGEST, Integer.MAX_VALUE));
  }

  @Test
  void bodiesLongerThanAnyArrayAreRefused() {
    assertThrows(
        DataBufferLimitException.class,
        () -> ArrayGrowth.grown(1 << 30, ArrayGrowth.LONGEST + 1L, Integer.MAX_VALUE));
  }
}
