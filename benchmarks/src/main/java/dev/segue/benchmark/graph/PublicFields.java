// SPDX-License-Identifier: Apache-2.0

package dev.segue.benchmark.graph;

import java.lang.reflect.Field;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Equality of objects that consist of public fields.
public final class PublicFields {
  private PublicFields() {}

  /// Returns whether two objects have the same class and equal fields; arrays are compared by their
  /// elements.
  public static boolean areEqual(Object one, @Nullable Object other) {
    if (other == null || one.getClass() != other.getClass()) {
      return false;
    }
    try {
      for (Field field : one.getClass().getFields()) {
        if (!Objects.deepEquals(field.get(one), field.get(other))) {
          return false;
        }
      }
      return true;
    } catch (IllegalAccessException e) {
      throw new AssertionError("they are public", e);
    }
  }
}
