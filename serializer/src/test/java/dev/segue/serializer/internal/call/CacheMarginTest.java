// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Checks the memory that a call changes in a pooled object and in its objects and arrays. The
/// fields of [CacheMargin] come first, a class with nothing but margin fields comes last, and
/// arrays are unused at both ends.
class CacheMarginTest {

  private final Set<String> checked = new HashSet<>();

  @Test
  void sessionHasMargins() throws Exception {
    Session session =
        Session.of(
                Options.builder()
                    .limits(new Limits(1 << 20, Limits.ANY_NUMBER, Limits.KEY_WORK))
                    .references(true)
                    .compactNumbers(true)
                    .utf8(true)
                    .build())
            .begin(0);
    for (int i = 0; i < 16; i++) {
      Object object = new Object();
      assertEquals(Session.NEW, session.find(object, i));
      session.add(object, i, i);
    }
    checkMargins(session);
    Set<String> arrays = Set.of("Object[]", "long[]", "int[]");
    assertTrue(checked.removeAll(arrays), checked::toString);
    assertEquals(Set.of("Session", "WrittenObjects", "ReadObjects", "Cycles", "Budget"), checked);
  }

  @Test
  void hookLogHasMargins() throws Exception {
    HookLog log = HookLog.create();
    log.begin();
    for (int i = 0; i < 16; i++) {
      log.result(owner -> owner, i);
    }
    checkMargins(log);
    assertEquals(Set.of("HookLog", "Object[]"), checked);
  }

  private void checkMargins(Object changing) throws IllegalAccessException {
    Class<?> leaf = changing.getClass();
    assertInstanceOf(CacheMargin.class, changing);
    assertTrue(isMargin(fields(leaf, field -> true)), leaf::getName);
    assertTrue(isMargin(fields(CacheMargin.class, field -> field.getType() == long.class)));
    assertEquals(1, fields(CacheMargin.class, field -> field.getType() == int.class).size());
    checked.add(leaf.getSuperclass().getSimpleName());
    for (Class<?> type = leaf; type != Object.class; type = type.getSuperclass()) {
      for (Field field : fields(type, field -> !field.getType().isPrimitive())) {
        field.setAccessible(true);
        Object value = field.get(changing);
        if (value != null && value.getClass().isArray()) {
          checkEnds(field, value);
        } else if (value != null && value.getClass() != leaf && isChanging(value.getClass())) {
          if (!checked.contains(value.getClass().getSuperclass().getSimpleName())) {
            checkMargins(value);
          }
        }
      }
    }
  }

  private void checkEnds(Field field, Object array) {
    int length = Array.getLength(array);
    int elementBytes = array instanceof long[] ? Long.BYTES : Integer.BYTES;
    for (int i = 0; i < Math.min(length, CacheMargin.BYTES / elementBytes); i++) {
      checkUnused(field, Array.get(array, i));
      checkUnused(field, Array.get(array, length - 1 - i));
    }
    if (length > 0) {
      checked.add(array.getClass().getSimpleName());
    }
  }

  private static void checkUnused(Field field, @Nullable Object element) {
    if (element instanceof Number number) {
      assertEquals(0, number.longValue(), field::toString);
    } else {
      assertNull(element, field::toString);
    }
  }

  private static boolean isChanging(Class<?> type) {
    return type.getPackage() == Session.class.getPackage()
        && !type.isRecord()
        && (CacheMargin.class.isAssignableFrom(type)
            || !fields(type, field -> !Modifier.isFinal(field.getModifiers())).isEmpty());
  }

  private static boolean isMargin(List<Field> fields) {
    return fields.size() * Long.BYTES >= CacheMargin.BYTES
        && fields.stream().allMatch(field -> field.getType() == long.class);
  }

  private static List<Field> fields(Class<?> type, Predicate<Field> which) {
    return Arrays.stream(type.getDeclaredFields())
        .filter(field -> !Modifier.isStatic(field.getModifiers()))
        .filter(which)
        .toList();
  }
}
