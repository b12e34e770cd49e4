// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class UnseenClassesTest {
  @Test
  void areTheSameForTheSameSeed() {
    var once = UnseenClasses.of(5);
    var again = UnseenClasses.of(5);
    assertEquals(UnseenClasses.COUNT, new HashSet<>(once.types()).size());
    assertEquals(once.types(), again.types());
    assertEquals(once.objects(), again.objects());
    assertNotSame(once.objects().getFirst(), again.objects().getFirst());
  }

  @Test
  void areOthersForAnotherSeed() {
    assertNotEquals(
        BeanSource.random(new Random(1), "Bean", List.of()),
        BeanSource.random(new Random(2), "Bean", List.of()));
  }

  @Test
  void takeTurnsWithEachMemory() {
    var turns = Turn.shuffled(new Random(1));
    assertEquals(3 * UnseenClasses.COUNT, new HashSet<>(turns).size());
    assertEquals(turns, Turn.shuffled(new Random(1)));
  }
}
