// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.stream.Collectors;

/// How a class is named in the code that registers it, for the messages of errors.
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
      return false; // a class around it cannot be loaded
    }
  }

  /// The class's literal, or, where code elsewhere could not name the class, how it is looked up.
  public static String of(Class<?> type) {
    return isLiteral(type)
        ? type.getSimpleName() + ".class"
        : "Class.forName(\"" + type.getName() + "\")";
  }

  /// Several, one after another.
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
