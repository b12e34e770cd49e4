// SPDX-License-Identifier: Apache-2.0
package dev.segue.grpc.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class CreditTest {

  private static final int INITIAL = 1000;

  private final Credit credit = new Credit(INITIAL);

  @Test
  void creditIsReturnedOnceHalfOfItIsOwed() {
    assertTrue(credit.use(300));
    credit.owe(300);
    assertEquals(0, credit.giveBack());
    assertTrue(credit.use(300));
    credit.owe(300);
    assertEquals(632, credit.giveBack());
    assertEquals(0, credit.giveBack());
  }

  @Test
  void messageMayStartWhileAnyCreditIsLeft() {
    assertTrue(credit.use(900));
    assertTrue(credit.use(100_000));
    assertFalse(credit.use(0));
  }

  @Test
  void creditForTheLongestMessageIsReturnedInSeveralFrames() {
    assertTrue(credit.use(900));
    assertTrue(credit.use(Integer.MAX_VALUE));
    credit.owe(900);
    credit.owe(Integer.MAX_VALUE);
    assertEquals(Integer.MAX_VALUE, credit.giveBack());
    assertEquals(916, credit.giveBack());
    assertTrue(credit.use(0));
  }
}
