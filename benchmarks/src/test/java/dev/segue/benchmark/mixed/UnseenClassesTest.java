// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class UnseenClassesTest {
  @Test
  void sameSeedYieldsTheSameClasses() {
    var once = UnseenClasses.of(5);
    var again = UnseenClasses.of(5);
    assertEquals(UnseenClasses.COUNT, new HashSet<>(once.types()).size());
    assertEquals(once.types(), again.types());
    assertEquals(once.objects(), again.objects());
    assertNotSame(once.objects().getFirst(), again.objects().getFirst());
  }

  @Test
  void everyFieldAffectsEquality() throws ReflectiveOperationException {
    var classes = UnseenClasses.of(6);
    var others = UnseenClasses.of(6);
    for (int i = 0; i < UnseenClasses.COUNT; i++) {
      for (Field field : classes.types().get(i).getFields()) {
        Object other = others.objects().get(i);
        Object value = field.get(other);
        field.set(other, changed(field.getType(), value));
        assertNotEquals(classes.objects().get(i), other, field.getName());
        field.set(other, value);
        assertEquals(classes.objects().get(i), other);
      }
    }
  }

  private static @Nullable Object changed(Class<?> type, Object value) {
    return switch (value) {
      case Boolean flag -> !flag;
      case Character character -> (char) (character + 1);
      case Number number when type.isPrimitive() -> (byte) (number.intValue() == 0 ? 1 : 0);
      default -> null;
    };
  }

  @Test
  void differentSeedYieldsDifferentClasses() {
    assertNotEquals(
        UnseenTypes.fields(new Random(1), List.of()), UnseenTypes.fields(new Random(2), List.of()));
  }

  @Test
  void turnsCombineEveryClassWithEveryMemory() {
    var turns = Turn.shuffled(new Random(1), 3);
    assertEquals(3 * UnseenClasses.COUNT, new HashSet<>(turns).size());
    assertEquals(turns, Turn.shuffled(new Random(1), 3));
  }
}
