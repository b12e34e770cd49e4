// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.lang.reflect.Modifier;

/// A Java source expression for a class, for error messages that suggest code.
public final class NameInCode {

  private NameInCode() {}

  /// Whether code in any package can name a class.
  public static boolean isPublic(Class<?> type) {
    try {
      for (Class<?> c = Shapes.innermost(type); c != null; c = c.getEnclosingClass()) {
        if (!Modifier.isPublic(c.getModifiers())) {
          return false;
        }
      }
      return !isInternal(type);
    } catch (LinkageError e) {
      return false; // an enclosing class cannot be loaded
    }
  }

  /// The compilers of Kotlin and Scala make internal classes public in bytecode, but do not let
  /// code name them.
  private static boolean isInternal(Class<?> type) {
    return type.getName().startsWith("kotlin.") || type.getName().startsWith("scala.");
  }

  /// An expression that compiles in every package: the class literal of a public class, or a lookup
  /// by name.
  public static String everywhere(Class<?> type) {
    return isPublic(type) ? of(type) : "Class.forName(\"" + type.getName() + "\")";
  }

  /// The class literal, or a lookup by name if only the class itself could use the literal.
  public static String of(Class<?> type) {
    return isLiteral(type)
        ? type.getSimpleName() + ".class"
        : "Class.forName(\"" + type.getName() + "\")";
  }

  private static boolean isLiteral(Class<?> type) {
    try {
      return isNameable(type);
    } catch (LinkageError e) {
      return false;
    }
  }

  private static boolean isNameable(Class<?> type) {
    Class<?> innermost = Shapes.innermost(type);
    if (innermost.isLocalClass() || innermost.isAnonymousClass() || isInternal(innermost)) {
      return false;
    }
    for (Class<?> c = innermost; c != null; c = c.getEnclosingClass()) {
      if (Modifier.isPrivate(c.getModifiers()) || c.isLocalClass()) {
        return false;
      }
    }
    String name = innermost.getSimpleName();
    return innermost.getName().endsWith(name) && isIdentifier(name);
  }

  private static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && Character.isJavaIdentifierStart(name.charAt(0))
        && name.chars().allMatch(Character::isJavaIdentifierPart);
  }
}
