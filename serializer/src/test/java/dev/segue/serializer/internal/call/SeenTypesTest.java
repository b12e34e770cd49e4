// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SeenTypesTest {

  private static final int FIRST = 256;

  private static SeenTypes of(int... numbers) {
    SeenTypes seenTypes = new SeenTypes(FIRST);
    for (int number : numbers) {
      seenTypes.add(FIRST + number);
    }
    return seenTypes;
  }

  @Test
  void ignoresJdkTypes() {
    SeenTypes seenTypes = of();
    seenTypes.add(FIRST - 1);
    assertTrue(seenTypes.isEmpty());
    assertArrayEquals(new int[0], seenTypes.copy().toArray());
  }

  @Test
  void orderAndRepetitionsDoNotMatter() {
    SeenTypes one = of(4000, 3, 700, 3);
    SeenTypes other = of(700, 3, 4000);
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
    for (SeenTypes other : new SeenTypes[] {of(), of(1), of(1, 65), of(1, 129), of(1, 64, 65)}) {
      assertNotEquals(of(1, 64), other);
      assertNotEquals(other, of(1, 64).copy());
      assertNotEquals(of(1, 64).copy(), other.copy());
    }
  }

  @Test
  void copyIsUnchangedWhenTheSetIsReused() {
    SeenTypes seenTypes = of(1, 5000);
    SeenTypes copy = seenTypes.copy();
    seenTypes.clear();
    assertTrue(seenTypes.isEmpty());
    seenTypes.add(FIRST + 5001);
    assertEquals(of(5001), seenTypes);
    assertArrayEquals(new int[] {1, 5000}, copy.toArray());
  }

  @Test
  void holdsTheAddedNumbers() {
    Random random = new Random(54);
    SeenTypes seenTypes = new SeenTypes(FIRST);
    for (int round = 0; round < 100; round++) {
      TreeSet<Integer> expected = new TreeSet<>();
      seenTypes.clear();
      for (int i = random.nextInt(40); i > 0; i--) {
        int number = random.nextInt(round < 50 ? 100 : 10_000);
        expected.add(number);
        seenTypes.add(FIRST + number);
      }
      int[] numbers = expected.stream().mapToInt(Integer::intValue).toArray();
      assertArrayEquals(numbers, seenTypes.copy().toArray());
      assertEquals(of(numbers), seenTypes.copy());
    }
  }
}
