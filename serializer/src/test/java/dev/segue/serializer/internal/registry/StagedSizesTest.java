// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StagedSizesTest {

  private static final int SMALL = 10;
  private static final int LARGE = 100;

  private final StagedSizes smallParts = new StagedSizes(SMALL, LARGE, () -> false);
  private final StagedSizes bulk = new StagedSizes(SMALL, LARGE, () -> true);

  @Test
  void threadsThatMeetTheFirstBoundAtOnceAreNoReasonToGoWithout() {
    assertEquals(SMALL, smallParts.written());
    smallParts.outgrow(SMALL);
    smallParts.outgrow(SMALL);
    assertEquals(LARGE, smallParts.written());
    smallParts.outgrow(LARGE);
    assertEquals(0, smallParts.written());
  }

  @Test
  void bulkContentsGoWithoutOnceTheyAreLarge() {
    assertEquals(SMALL, bulk.written());
    bulk.outgrow(SMALL);
    assertEquals(0, bulk.written());
  }

  @Test
  void numbersGoThroughAnArrayUntilTheDirectCodeIsWarm() {
    StagedSizes numbers = StagedSizes.ofNumbers(SMALL, LARGE);
    int direct = 0;
    for (int i = 0; i < WarmUp.END; i++) {
      boolean isDirect = numbers.written() == StagedSizes.NOT_STAGED;
      assertTrue(i >= WarmUp.STAGED || !isDirect);
      assertEquals(isDirect, !numbers.isRead(SMALL));
      direct += isDirect ? 1 : 0;
    }
    assertEquals((WarmUp.END - WarmUp.STAGED) / WarmUp.INTERVAL, direct);
    assertEquals(StagedSizes.NOT_STAGED, numbers.written());
    assertFalse(numbers.isRead(SMALL));
  }

  @Test
  void compiledCodeIsWarmedUpFromTheStart() {
    StagedSizes numbers = StagedSizes.ofNumbers(SMALL, LARGE);
    for (int i = 0; i < WarmUp.END; i++) {
      int _ = numbers.written();
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
            .staged(numbers);

    ObjectCodec _ = entry.codec();
    assertEquals(StagedSizes.NOT_STAGED, numbers.written());
    ObjectCodec _ = entry.linked();

    assertEquals(SMALL, numbers.written());
    assertTrue(numbers.isRead(SMALL));
  }

  @Test
  void whatIsReadDependsOnItsOwnLengthAlone() {
    assertTrue(smallParts.isRead(LARGE));
    assertFalse(smallParts.isRead(LARGE + 1));
    assertTrue(bulk.isRead(SMALL));
    assertFalse(bulk.isRead(SMALL + 1));
    assertFalse(StagedSizes.NONE.isRead(1));
    assertEquals(0, StagedSizes.NONE.written());
  }
}
