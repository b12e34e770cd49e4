// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.stream.Collectors;

/// The expression for a class in Java source, for error messages that suggest code.
public final class NameInCode {

  private NameInCode() {}

  /// Whether code of any package can name a class.
  public static boolean isPublic(Class<?> type) {
    try {
      for (Class<?> c = type; c != null; c = c.getEnclosingClass()) {
        if (!Modifier.isPublic(c.getModifiers())) {
          return false;
        }
      }
      return true;
    } catch (LinkageError e) {
      return false; // an enclosing class cannot be loaded
    }
  }

  /// The class literal, or a lookup by name if other code cannot name the class.
  public static String of(Class<?> type) {
    return isLiteral(type)
        ? type.getSimpleName() + ".class"
        : "Class.forName(\"" + type.getName() + "\")";
  }

  /// The expressions for several classes, separated by commas.
  public static String of(Collection<Class<?>> types) {
    return types.stream().map(NameInCode::of).collect(Collectors.joining(", "));
  }

  private static boolean isLiteral(Class<?> type) {
    try {
      return isNameable(type);
    } catch (LinkageError e) {
      return false;
    }
  }

  private static boolean isNameable(Class<?> type) {
    if (type.isLocalClass() || type.isAnonymousClass()) {
      return false;
    }
    for (Class<?> c = type; c != null; c = c.getEnclosingClass()) {
      if (Modifier.isPrivate(c.getModifiers()) || c.isLocalClass()) {
        return false;
      }
    }
    return type.isArray()
        || (type.getName().endsWith(type.getSimpleName()) && isIdentifier(type.getSimpleName()));
  }

  private static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && Character.isJavaIdentifierStart(name.charAt(0))
        && name.chars().allMatch(Character::isJavaIdentifierPart);
  }
}
