// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.compile;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Whether a value is a copy of another, also where its class does not say when two are equal.
public final class Alike {
  private Alike() {}

  /// Compares two values: by `equals`, element by element if they are arrays; those that are equal
  /// to nothing but themselves, as a `StringBuilder` is, by their classes and texts.
  public static boolean are(@Nullable Object one, @Nullable Object other) {
    return Objects.deepEquals(one, other)
        || (one != null
            && other != null
            && one.getClass() == other.getClass()
            && isEqualToItselfAlone(one.getClass())
            && one.toString().equals(other.toString()));
  }

  private static boolean isEqualToItselfAlone(Class<?> type) {
    try {
      return !type.isArray()
          && type.getMethod("equals", Object.class).getDeclaringClass() == Object.class;
    } catch (NoSuchMethodException e) {
      throw new AssertionError("each object has it", e);
    }
  }
}
