// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.testing;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/// Compares graphs, class by class and field by field, whatever their `equals` says. Elements of
/// sets, and keys of maps, are compared with their own `equals`.
public final class DeepEquality {

  private DeepEquality() {}

  @SuppressWarnings("ReferenceEquality") // identity is also equality
  public static void assertSame(@Nullable Object expected, @Nullable Object actual, String path) {
    if (expected == actual) {
      return;
    }
    if (expected == null || actual == null || !kind(expected).equals(kind(actual))) {
      throw differ(expected, actual, path);
    }
    switch (expected) {
      case Map<?, ?> map -> maps(map, (Map<?, ?>) actual, path);
      case Set<?> set when !(set instanceof SortedSet || set instanceof LinkedHashSet) ->
          equal(set, actual, path);
      case Collection<?> collection -> collections(collection, (Collection<?>) actual, path);
      case Optional<?> optional ->
          assertSame(optional.orElse(null), ((Optional<?>) actual).orElse(null), path + ".value");
      case CharSequence text -> equal(text.toString(), actual.toString(), path);
      case Number number when number.getClass().getPackageName().endsWith("atomic") ->
          equal(number.toString(), actual.toString(), path);
      default -> {
        Class<?> type = expected.getClass();
        if (type.isArray()) {
          arrays(expected, actual, path);
        } else if (type.getName().startsWith("java.") || expected instanceof Enum<?>) {
          equal(expected, actual, path);
        } else {
          fields(type, expected, actual, path);
        }
      }
    }
  }

  /// The name of the class; all immutable lists count as the same class, whatever their length.
  private static String kind(Object value) {
    String name = value.getClass().getName();
    return name.startsWith("java.util.ImmutableCollections$List") ? "immutable list" : name;
  }

  private static void equal(Object expected, Object actual, String path) {
    if (!expected.equals(actual)) {
      throw differ(expected, actual, path);
    }
  }

  private static AssertionError differ(
      @Nullable Object expected, @Nullable Object actual, String path) {
    return new AssertionError(
        path + ": expected " + describe(expected) + ", not " + describe(actual));
  }

  private static String describe(@Nullable Object value) {
    return value == null ? "null" : value.getClass().getName() + " " + value;
  }

  private static void arrays(Object expected, Object actual, String path) {
    if (expected.getClass().componentType().isPrimitive()) {
      if (!Arrays.deepEquals(new Object[] {expected}, new Object[] {actual})) {
        throw new AssertionError(path + ": arrays differ");
      }
      return;
    }
    equal(Array.getLength(expected), Array.getLength(actual), path + ".length");
    for (int i = 0; i < Array.getLength(expected); i++) {
      assertSame(Array.get(expected, i), Array.get(actual, i), path + "[" + i + "]");
    }
  }

  private static void collections(Collection<?> expected, Collection<?> actual, String path) {
    equal(expected.size(), actual.size(), path + ".size");
    Iterator<?> elements = actual.iterator();
    int i = 0;
    for (Object element : expected) {
      assertSame(element, elements.next(), path + "[" + i++ + "]");
    }
  }

  private static void maps(Map<?, ?> expected, Map<?, ?> actual, String path) {
    equal(expected.size(), actual.size(), path + ".size");
    if (expected instanceof LinkedHashMap || expected instanceof SortedMap) {
      collections(expected.keySet(), actual.keySet(), path + ".keys");
    }
    for (Map.Entry<?, ?> entry : expected.entrySet()) {
      if (!actual.containsKey(entry.getKey())) {
        throw new AssertionError(path + ": no key " + entry.getKey());
      }
      assertSame(entry.getValue(), actual.get(entry.getKey()), path + "{" + entry.getKey() + "}");
    }
  }

  private static void fields(Class<?> type, Object expected, Object actual, String path) {
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Field field : c.getDeclaredFields()) {
        if ((field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0) {
          field.setAccessible(true);
          try {
            assertSame(field.get(expected), field.get(actual), path + "." + field.getName());
          } catch (IllegalAccessException e) {
            throw new AssertionError(field.toString(), e);
          }
        }
      }
    }
  }
}
