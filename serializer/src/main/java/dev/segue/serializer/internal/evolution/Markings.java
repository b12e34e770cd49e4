// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.evolution;

import dev.segue.serializer.Alias;
import dev.segue.serializer.DefaultValue;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads the annotations of classes and fields that describe other versions of them.
public final class Markings {

  private Markings() {}

  /// The former names of a class, a field or an enum constant.
  public static List<String> aliases(AnnotatedElement element) {
    Alias alias = element.getAnnotation(Alias.class);
    return alias == null ? List.of() : Arrays.asList(alias.value());
  }

  /// The field that stands for a constant of an enum.
  public static Field constant(Class<?> type, String name) {
    try {
      return type.getField(name);
    } catch (NoSuchFieldException e) {
      throw new AssertionError("an enum has a field for each constant", e);
    }
  }

  static boolean hasAlias(AnnotatedElement element, String name) {
    return aliases(element).contains(name);
  }

  /// Whether a writer's name refers to a class, by its name or by an alias.
  static boolean isCalled(Class<?> type, String name) {
    return type.getName().equals(name) || hasAlias(type, name);
  }

  /// The default value of a field as text, or null.
  public static @Nullable String defaultValue(Field field) {
    DefaultValue value = field.getAnnotation(DefaultValue.class);
    return value == null ? null : value.value();
  }
}
