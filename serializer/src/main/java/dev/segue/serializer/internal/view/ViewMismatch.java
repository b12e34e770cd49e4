// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import dev.segue.serializer.internal.layout.ObjectLayout;
import dev.segue.serializer.internal.layout.Operation;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.stream.Collectors;

/// The errors of view methods that do not fit the viewed class.
final class ViewMismatch {

  private ViewMismatch() {}

  static IllegalArgumentException noField(Method method, String name, ObjectLayout layout) {
    return new IllegalArgumentException(
        "%s.%s() reads the field %s, but %s has only %s; @ViewPath names another one"
            .formatted(
                method.getDeclaringClass().getSimpleName(),
                method.getName(),
                name,
                layout.type().getName(),
                layout.operations().map(known -> known.field().name()).sorted().toList()));
  }

  /// The error about a method whose parameters or return type do not fit the field that it reads.
  static IllegalArgumentException signature(Method method, Operation operation) {
    return new IllegalArgumentException(
        "%s.%s(%s) returns %s, but %s is %s"
            .formatted(
                method.getDeclaringClass().getSimpleName(),
                method.getName(),
                Arrays.stream(method.getGenericParameterTypes())
                    .map(ViewMismatch::simple)
                    .collect(Collectors.joining(", ")),
                simple(method.getGenericReturnType()),
                operation.field().qualifiedName(),
                withArticle(operation)));
  }

  /// The error about a method that reads a field of a field that has no fields.
  ///
  /// @param expected the type that such a field must have
  static IllegalArgumentException step(Method method, Operation operation, String expected) {
    return new IllegalArgumentException(
        "%s.%s() goes through %s, %s, which is not %s"
            .formatted(
                method.getDeclaringClass().getSimpleName(),
                method.getName(),
                operation.field().qualifiedName(),
                withArticle(operation),
                expected));
  }

  private static String withArticle(Operation operation) {
    String name = simple(operation.field().field().getGenericType());
    return ("aeiouAEIOU".indexOf(name.charAt(0)) < 0 ? "a " : "an ") + name;
  }

  /// The name of a type without packages and enclosing classes.
  private static String simple(Type type) {
    return type.getTypeName().replaceAll("[\\w.]+[.$](?=\\w)", "");
  }
}
