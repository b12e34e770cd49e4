// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.view;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// The methods of a view's interface, and the fields that their names refer to.
final class ViewMethods {

  private static final String PRESENCE = "has";
  private static final String COUNT = "Count";

  private ViewMethods() {}

  /// The abstract methods of an interface, in an order that does not depend on the JVM.
  ///
  /// @throws IllegalArgumentException if it cannot be a view
  static List<Method> of(Class<?> view) {
    if (!view.isInterface() || view.isAnnotation() || view.isHidden() || view.isSealed()) {
      throw new IllegalArgumentException(
          "a view must be an interface, neither sealed nor hidden nor an annotation: "
              + view.getName());
    }
    Method[] all = view.getMethods();
    return Stream.of(all)
        .filter(method -> Modifier.isAbstract(method.getModifiers()))
        .filter(method -> !isImplemented(method, all) && !isOfEveryObject(method))
        .sorted(Comparator.comparing(Method::getName).thenComparing(Method::toString))
        .toList();
  }

  private static boolean isImplemented(Method method, Method[] all) {
    return Arrays.stream(all).anyMatch(other -> other.isDefault() && isSame(other, method));
  }

  private static boolean isOfEveryObject(Method method) {
    return Stream.of(Object.class.getMethods()).anyMatch(known -> isSame(known, method));
  }

  private static boolean isSame(Method one, Method other) {
    return one.getName().equals(other.getName())
        && one.getReturnType() == other.getReturnType()
        && Arrays.equals(one.getParameterTypes(), other.getParameterTypes());
  }

  /// Whether a method checks that a field is not null.
  static boolean asksForPresence(Method method) {
    return method.getReturnType() == boolean.class
        && method.getParameterCount() == 0
        && method.getName().startsWith(PRESENCE);
  }

  /// Whether a method returns a number of elements.
  static boolean asksForCount(Method method) {
    return method.getReturnType() == int.class
        && method.getParameterCount() == 0
        && method.getName().endsWith(COUNT);
  }

  /// The field name in the name of a `hasX` or `xCount` method; any other name unchanged.
  static String field(Method method) {
    String name = method.getName();
    if (asksForPresence(method) && name.length() > PRESENCE.length()) {
      String capitalized = name.substring(PRESENCE.length());
      return capitalized.substring(0, 1).toLowerCase(Locale.ROOT) + capitalized.substring(1);
    }
    return asksForCount(method) ? name.substring(0, name.length() - COUNT.length()) : name;
  }
}
