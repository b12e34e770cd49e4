// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import dev.segue.serializer.Ignored;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Decides which fields of a class are written.
public final class StateFields {

  private static final int NOT_STATE = Modifier.STATIC | Modifier.TRANSIENT;

  private StateFields() {}

  /// Whether a field is written: it is not static, transient, synthetic or [Ignored].
  public static boolean isState(Field field) {
    return isOfInstances(field) && !field.isAnnotationPresent(Ignored.class);
  }

  /// Whether a field is not written only because it is [Ignored].
  public static boolean isIgnored(Field field) {
    return isOfInstances(field) && field.isAnnotationPresent(Ignored.class);
  }

  /// Groups fields by their declaring classes.
  public static Map<Class<?>, List<Field>> byClass(Collection<Field> fields) {
    Map<Class<?>, List<Field>> byClass = new LinkedHashMap<>();
    for (Field field : fields) {
      List<Field> declared = byClass.get(field.getDeclaringClass());
      if (declared == null) {
        declared = new ArrayList<>();
        byClass.put(field.getDeclaringClass(), declared);
      }
      declared.add(field);
    }
    return byClass;
  }

  private static boolean isOfInstances(Field field) {
    return (field.getModifiers() & NOT_STATE) == 0 && !field.isSynthetic();
  }
}
