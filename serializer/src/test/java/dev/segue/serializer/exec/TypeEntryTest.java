// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TypeEntryTest {

  private static final int SMALL = 10;
  private static final int LARGE = 100;

  private static TypeEntry entry(boolean hasBulk) {
    return new TypeEntry(Object.class, 300, 0, false, () -> new BuiltIns.Text())
        .staged(() -> hasBulk);
  }

  @Test
  void threadsThatMeetTheFirstBoundAtOnceAreNoReasonToGoWithout() {
    TypeEntry entry = entry(false);
    assertEquals(SMALL, entry.stagedBytes(SMALL, LARGE));
    entry.outgrow(false);
    entry.outgrow(false);
    assertEquals(LARGE, entry.stagedBytes(SMALL, LARGE));
    entry.outgrow(true);
    assertEquals(0, entry.stagedBytes(SMALL, LARGE));
  }

  @Test
  void bulkContentsGoWithoutOnceTheyAreLarge() {
    TypeEntry entry = entry(true);
    assertEquals(SMALL, entry.stagedBytes(SMALL, LARGE));
    entry.outgrow(false);
    assertEquals(0, entry.stagedBytes(SMALL, LARGE));
  }
}
