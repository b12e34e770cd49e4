// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class MetTypesTest {

  private static final int FIRST = 256;

  private static MetTypes of(int... numbers) {
    MetTypes met = new MetTypes(FIRST);
    for (int number : numbers) {
      met.add(FIRST + number);
    }
    return met;
  }

  @Test
  void ignoresTypesOfTheJdk() {
    MetTypes met = of();
    met.add(FIRST - 1);
    assertTrue(met.isEmpty());
    assertArrayEquals(new int[0], met.copy().toArray());
  }

  @Test
  void orderAndRepetitionsDoNotMatter() {
    MetTypes one = of(4000, 3, 700, 3);
    MetTypes other = of(700, 3, 4000);
    assertEquals(one, other);
    assertEquals(one.hashCode(), other.hashCode());
    assertEquals(one.copy(), other);
    assertEquals(one, other.copy());
    assertEquals(one.copy(), other.copy());
    assertArrayEquals(new int[] {3, 700, 4000}, one.copy().toArray());
    assertArrayEquals(new int[] {3, 700, 4000}, one.toArray());
  }

  @Test
  void setsWithOtherNumbersDiffer() {
    for (MetTypes other : new MetTypes[] {of(), of(1), of(1, 65), of(1, 129), of(1, 64, 65)}) {
      assertNotEquals(of(1, 64), other);
      assertNotEquals(other, of(1, 64).copy());
      assertNotEquals(of(1, 64).copy(), other.copy());
    }
  }

  @Test
  void aCopyStaysWhenTheSetIsUsedAgain() {
    MetTypes met = of(1, 5000);
    MetTypes copy = met.copy();
    met.clear();
    assertTrue(met.isEmpty());
    met.add(FIRST + 5001);
    assertEquals(of(5001), met);
    assertArrayEquals(new int[] {1, 5000}, copy.toArray());
  }

  @Test
  void holdsWhatWasAdded() {
    Random random = new Random(54);
    MetTypes met = new MetTypes(FIRST);
    for (int round = 0; round < 100; round++) {
      TreeSet<Integer> expected = new TreeSet<>();
      met.clear();
      for (int i = random.nextInt(40); i > 0; i--) {
        int number = random.nextInt(round < 50 ? 100 : 10_000);
        expected.add(number);
        met.add(FIRST + number);
      }
      int[] numbers = expected.stream().mapToInt(Integer::intValue).toArray();
      assertArrayEquals(numbers, met.copy().toArray());
      assertEquals(of(numbers), met.copy());
    }
  }
}
