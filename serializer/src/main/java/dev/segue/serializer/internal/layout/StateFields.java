// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import dev.segue.serializer.Ignored;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/// Tells the fields that are written apart from those that are not.
public final class StateFields {

  private static final int NOT_STATE = Modifier.STATIC | Modifier.TRANSIENT;

  private StateFields() {}

  /// Whether a field is part of what is written: not static, transient, synthetic or [Ignored].
  public static boolean isState(Field field) {
    return isOfInstances(field) && !field.isAnnotationPresent(Ignored.class);
  }

  /// Whether a field would be part of what is written but for an [Ignored].
  static boolean isIgnored(Field field) {
    return isOfInstances(field) && field.isAnnotationPresent(Ignored.class);
  }

  private static boolean isOfInstances(Field field) {
    return (field.getModifiers() & NOT_STATE) == 0 && !field.isSynthetic();
  }
}
