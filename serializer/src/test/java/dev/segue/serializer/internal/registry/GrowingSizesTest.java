// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class GrowingSizesTest {

  private static final int SMALL = 10;
  private static final int LARGE = 100;

  private final GrowingSizes smallParts = new GrowingSizes(SMALL, LARGE, () -> false);
  private final GrowingSizes bulk = new GrowingSizes(SMALL, LARGE, () -> true);

  @Test
  void concurrentFirstRequestsKeepTheBound() {
    assertEquals(SMALL, smallParts.staged());
    smallParts.outgrow(SMALL);
    smallParts.outgrow(SMALL);
    assertEquals(LARGE, smallParts.staged());
    smallParts.outgrow(LARGE);
    assertEquals(0, smallParts.staged());
  }

  @Test
  void largeBulkContentsAreNotStaged() {
    assertEquals(SMALL, bulk.staged());
    bulk.outgrow(SMALL);
    assertEquals(0, bulk.staged());
  }

  @Test
  void numbersAreStagedUntilTheDirectCodeIsWarm() {
    GrowingSizes numbers = GrowingSizes.ofNumbers(SMALL, LARGE);
    int direct = 0;
    for (int i = 0; i < GrowingSizes.WarmUp.END; i++) {
      boolean isDirect = numbers.staged() == GrowingSizes.NOT_STAGED;
      assertTrue(i >= GrowingSizes.WarmUp.STAGED || !isDirect);
      assertEquals(isDirect, !numbers.isRead(SMALL));
      direct += isDirect ? 1 : 0;
    }
    assertEquals(
        (GrowingSizes.WarmUp.END - GrowingSizes.WarmUp.STAGED) / GrowingSizes.WarmUp.INTERVAL,
        direct);
    assertEquals(GrowingSizes.NOT_STAGED, numbers.staged());
    assertFalse(numbers.isRead(SMALL));
  }

  @Test
  void compiledCodeIsWarmedUpFromTheStart() {
    GrowingSizes numbers = GrowingSizes.ofNumbers(SMALL, LARGE);
    for (int i = 0; i < GrowingSizes.WarmUp.END; i++) {
      int _ = numbers.staged();
      boolean _ = numbers.isRead(SMALL);
    }
    TypeEntry entry =
        new TypeEntry(
                String.class,
                300,
                0,
                false,
                () ->
                    AdaptiveCodec.inBackground(
                        String.class, new NamedCodec(1), _ -> new NamedCodec(2)))
            .sized(numbers);

    ObjectCodec _ = entry.codec();
    assertEquals(GrowingSizes.NOT_STAGED, numbers.staged());
    ObjectCodec _ = entry.linked();

    assertEquals(SMALL, numbers.staged());
    assertTrue(numbers.isRead(SMALL));
  }

  @Test
  void readingDependsOnlyOnTheStatedLength() {
    assertTrue(smallParts.isRead(LARGE));
    assertFalse(smallParts.isRead(LARGE + 1));
    assertTrue(bulk.isRead(SMALL));
    assertFalse(bulk.isRead(SMALL + 1));
    assertFalse(GrowingSizes.notStaged().isRead(1));
    assertEquals(0, GrowingSizes.notStaged().staged());
  }

  @Test
  void estimatesGrowImmediatelyAndShrinkGradually() {
    assertEquals(0, bulk.expected());
    bulk.took(1000);
    assertEquals(1133, bulk.expected());
    bulk.took(600);
    assertEquals(1133, bulk.expected());
    bulk.took(100);
    assertTrue(bulk.expected() > 1000, () -> "expected=" + bulk.expected());
    bulk.took(Long.MAX_VALUE >> 1);
    assertEquals(Integer.MAX_VALUE, bulk.expected());
    bulk.took(100);
    assertEquals((Integer.MAX_VALUE >> 1) + 1, bulk.expected());
  }
}
