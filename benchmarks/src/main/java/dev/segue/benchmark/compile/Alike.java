// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.compile;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Compares values, including those of classes that do not define `equals`.
public final class Alike {
  private Alike() {}

  /// Compares two values: arrays by their elements, classes without their own `equals`, such as
  /// `StringBuilder`, by class and text, everything else by `equals`.
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
