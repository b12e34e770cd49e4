// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Why an object of a class that nobody registered is not written, and what to do about it.
final class Refusals {

  private static final String STAND_IN =
      "register a TypeSurrogate for an interface or a superclass of it, made by .withSubclasses()";

  private Refusals() {}

  /// @param registered its nearest registered superclass, if there is one
  static SerializationException of(Class<?> type, @Nullable Class<?> registered) {
    String generated = UnregisteredAdvice.ofGenerated(type, registered);
    if (generated != null) {
      return Errors.of(Kind.UNREGISTERED_CLASS, generated);
    }
    if (Proxy.isProxyClass(type)) {
      return unsupported(type, "it is a proxy, whose class only this JVM knows; " + STAND_IN);
    }
    if (type.isHidden() || type.isSynthetic()) {
      return unsupported(
          type,
          "it is a lambda or was made at run time, so no other JVM could know it; use an enum or a"
              + " class, or "
              + STAND_IN);
    }
    if (Enum.class.isAssignableFrom(type) && !type.isEnum()) {
      return UnregisteredAdvice.unregistered(type.getSuperclass());
    }
    if (type.isAnonymousClass()) {
      return unsupported(type, "it is anonymous, so no other JVM could know it; give it a name");
    }
    if (type.getName().startsWith("java.") || Families.isJdk(type)) {
      return unsupported(type, advice(type));
    }
    return UnregisteredAdvice.unregistered(type);
  }

  private static String advice(Class<?> type) {
    if (Map.class.isAssignableFrom(type)) {
      return "it is a map of the JDK that is not supported; copy it to one that is, such as a LinkedHashMap";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "it is a collection of the JDK that is not supported; copy it to one that is, such as an"
          + " ArrayList";
    }
    return "it is a class of the JDK that is not supported; keep what it is made of instead, or"
        + " register a TypeSurrogate for it";
  }

  private static SerializationException unsupported(Class<?> type, String reason) {
    return Errors.of(Kind.UNSUPPORTED_TYPE, "cannot serialize " + type.getName() + ": " + reason);
  }
}
