// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class LargeArraysTest {

  private static final int MOST_BYTES = 1 << 24;

  @Test
  void pooledArraysAreAtMostAQuarterLongerThanRequested() {
    for (int bytes = LargeArrays.LEAST_BYTES; bytes <= MOST_BYTES; bytes += bytes / 7 + 1) {
      int length = LargeArrays.take(bytes).length;
      assertTrue(length >= bytes && length <= bytes + bytes / 4, bytes + " " + length);
    }
    assertEquals(MOST_BYTES, LargeArrays.take(MOST_BYTES).length);
  }

  @Test
  void shortAndVeryLongArraysAreExactAndNotPooled() {
    for (int bytes : new int[] {0, LargeArrays.LEAST_BYTES - 1, MOST_BYTES + 1}) {
      byte[] array = LargeArrays.take(bytes);
      assertEquals(bytes, array.length);
      LargeArrays.giveBack(array);
      assertNotSame(array, LargeArrays.take(bytes));
    }
  }

  @Test
  void returnedArrayIsTakenOnce() {
    int bytes = 11_000_001; // a length that no other test uses
    byte[] array = LargeArrays.take(bytes);
    LargeArrays.giveBack(array);
    assertSame(array, LargeArrays.take(bytes));
    assertNotSame(array, LargeArrays.take(bytes));
  }
}
