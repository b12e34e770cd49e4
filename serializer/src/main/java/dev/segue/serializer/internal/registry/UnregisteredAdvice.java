// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.NameInCode;
import dev.segue.serializer.internal.layout.Shapes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What to do about a class that is not registered.
public final class UnregisteredAdvice {

  /// What the names of classes contain that libraries generate as subclasses of others: Hibernate,
  /// Byte Buddy, CGLIB, Spring, Mockito, Javassist.
  private static final List<String> MARKS_OF_GENERATED =
      List.of(
          "$HibernateProxy$",
          "$ByteBuddy$",
          "$MockitoMock$",
          "$$EnhancerBy",
          "$$SpringCGLIB$$",
          "_$$_");

  private UnregisteredAdvice() {}

  /// The error for most classes: they can be registered.
  public static SerializationException unregistered(Class<?> type) {
    return unregistered(of(type));
  }

  /// For most classes: they can be registered.
  static String of(Class<?> type) {
    return type.getName() + " is not registered; " + RegistrationCall.advice(type);
  }

  /// For a class that a library has generated as a subclass of a registered one; null if it is
  /// none.
  ///
  /// @param registered the nearest registered superclass, if there is one
  static @Nullable String ofGenerated(Class<?> type, @Nullable Class<?> registered) {
    if (registered == null || MARKS_OF_GENERATED.stream().noneMatch(type.getName()::contains)) {
      return null;
    }
    return type.getName()
        + " is a subclass of "
        + registered.getName()
        + " that was generated at run time, which no other JVM knows; write the "
        + registered.getSimpleName()
        + " itself (of a Hibernate proxy: Hibernate.unproxy(entity)), or give "
        + registered.getSimpleName()
        + " a TypeSurrogate with .withSubclasses()";
  }

  /// A class that is itself the value.
  static SerializationException ofClassValue(Class<?> type) {
    Class<?> innermost = Shapes.innermost(type);
    if (isRegistrable(innermost)) {
      return unregistered("the class " + of(innermost));
    }
    return Errors.of(
        Kind.UNSUPPORTED_TYPE,
        "cannot serialize the class "
            + type.getName()
            + " as a value: only registered classes, and public types of the JDK that the"
            + " serializer knows by themselves, come back as the same class; write its name instead");
  }

  /// An array of a class that cannot be told.
  static SerializationException ofArray(Class<?> array) {
    Class<?> innermost = Shapes.innermost(array);
    if (isRegistrable(innermost)) {
      return unregistered(
          "the elements of this array are of the class "
              + innermost.getName()
              + ", which is not registered; add .register("
              + NameInCode.of(array)
              + ") to the builder on both sides");
    }
    return Errors.of(
        Kind.UNSUPPORTED_TYPE,
        "cannot serialize a "
            + array.getTypeName()
            + ": no reader could name its class; copy it to an array of a public class or"
            + " interface, of at most "
            + ClassReference.MOST_DIMENSIONS
            + " dimensions");
  }

  private static SerializationException unregistered(String message) {
    return Errors.of(Kind.UNREGISTERED_CLASS, message);
  }

  private static boolean isRegistrable(Class<?> type) {
    return !type.isPrimitive()
        && !type.isHidden()
        && !type.isSynthetic()
        && !type.isAnonymousClass()
        && !Families.isJdk(type);
  }
}
