// SPDX-License-Identifier: Apache-2.0
package dev.segue.compression.internal.zstd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PortionsTest {

  private final Portions portions = new Portions();

  @Test
  void consumedSourceIsOfferedInLargePieces() {
    for (int i = 0; i < 10; i++) {
      long offered = portions.next(Long.MAX_VALUE);
      assertEquals(Pieces.PIECE_LENGTH, offered);
      portions.taken(offered, offered);
    }
  }

  @Test
  void littleIsOfferedWhileNothingIsConsumed() {
    portions.taken(portions.next(1 << 20), 100_000);
    long copied = 0;
    for (int step = 0; step < 1000; step++) {
      long offered = portions.next(1 << 20);
      copied += offered;
      portions.taken(offered, 0);
    }
    assertTrue(copied <= 1000 * 1024, "copied=" + copied);
    for (int step = 0; step < 8; step++) {
      long offered = portions.next(1 << 20);
      portions.taken(offered, offered);
    }
    assertEquals(Pieces.PIECE_LENGTH, portions.next(1 << 20));
  }
}
