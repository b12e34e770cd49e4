// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.LoaderNames;
import dev.segue.serializer.internal.layout.DeclaredClasses;
import dev.segue.serializer.internal.layout.NameInCode;
import dev.segue.serializer.internal.layout.SerialForm;
import dev.segue.serializer.internal.layout.Shapes;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The errors about classes that are not registered, with advice on how to register them.
public final class Refusals {

  private static final int MOST_NAMED = 20;

  private static final String SURROGATE =
      "register a TypeSurrogate for an interface or a superclass of it, made by .withSubclasses()";

  /// Parts of the names of classes that libraries generate as subclasses of others: Hibernate, Byte
  /// Buddy, CGLIB, Spring, Mockito, Javassist.
  private static final List<String> MARKS_OF_GENERATED =
      List.of(
          "$HibernateProxy$",
          "$ByteBuddy$",
          "$MockitoMock$",
          "$$EnhancerBy",
          "$$SpringCGLIB$$",
          "_$$_");

  private Refusals() {}

  /// A class that can be registered, but is not.
  public static SerializationException unregistered(Class<?> type) {
    return unregistered(type.getName() + isNotRegistered(type));
  }

  private static SerializationException unregistered(String message) {
    return Errors.of(Kind.UNREGISTERED_CLASS, message);
  }

  private static String isNotRegistered(Class<?> type) {
    return " is not registered; " + registration(type);
  }

  /// The call that registers a class.
  private static String registration(Class<?> type) {
    String name = NameInCode.of(type);
    if (SerialForm.isReplaced(type)) {
      return ("add .registerJavaSerialized(%s) to the builder on both sides, or .register(%s) with the class"
              + " that its writeReplace returns")
          .formatted(name, name);
    }
    String hidden = SerialForm.describeHidden(type);
    if (hidden != null) {
      return "%s: add .registerJavaSerialized(%s), or a TypeSurrogate, to the builder on both sides"
          .formatted(hidden, name);
    }
    return "add .register(" + name + ") to the builder on both sides" + inOtherPackages(type, name);
  }

  /// A class that is not public needs another call in other packages.
  private static String inOtherPackages(Class<?> type, String name) {
    return NameInCode.isPublic(type) || !name.endsWith(".class")
        ? ""
        : " (in another package: .register(Class.forName(\"" + type.getName() + "\")))";
  }

  /// The class of an object to be written.
  ///
  /// @param registered its nearest registered superclass, if there is one
  static SerializationException of(Class<?> type, @Nullable Class<?> registered) {
    if (registered != null && isGenerated(type)) {
      return unregistered(generated(type, registered));
    }
    if (Proxy.isProxyClass(type)) {
      return unsupported(type, "it is a proxy, whose class exists only in this JVM; " + SURROGATE);
    }
    if (type.isHidden() || type.isSynthetic()) {
      return unsupported(
          type,
          "it is a lambda or was generated at run time, so it exists only in this JVM; use an enum"
              + " or a class, or "
              + SURROGATE);
    }
    if (Enum.class.isAssignableFrom(type) && !type.isEnum()) {
      return unregistered(type.getSuperclass());
    }
    if (type.isAnonymousClass()) {
      return unsupported(
          type, "it is anonymous, so other JVMs may not have the same class; give it a name");
    }
    if (type.getName().startsWith("java.") || Families.isJdk(type)) {
      return unsupported(type, adviceForJdk(type));
    }
    return unregistered(type);
  }

  private static boolean isGenerated(Class<?> type) {
    return MARKS_OF_GENERATED.stream().anyMatch(type.getName()::contains);
  }

  private static String generated(Class<?> type, Class<?> registered) {
    return type.getName()
        + " is a subclass of "
        + registered.getName()
        + " that was generated at run time, so it exists only in this JVM; write the "
        + registered.getSimpleName()
        + " itself (of a Hibernate proxy: Hibernate.unproxy(entity)), or give "
        + registered.getSimpleName()
        + " a TypeSurrogate with .withSubclasses()";
  }

  private static String adviceForJdk(Class<?> type) {
    if (Map.class.isAssignableFrom(type)) {
      return "this map of the JDK is not supported; copy it to a supported one, such as a"
          + " LinkedHashMap";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "this collection of the JDK is not supported; copy it to a supported one, such as an"
          + " ArrayList";
    }
    return "this class of the JDK is not supported; store the values that it consists of, or"
        + " register a TypeSurrogate for it";
  }

  private static SerializationException unsupported(Class<?> type, String reason) {
    return Errors.of(Kind.UNSUPPORTED_TYPE, "cannot serialize " + type.getName() + ": " + reason);
  }

  /// A class that is itself the value.
  static SerializationException ofClassValue(Class<?> type) {
    Class<?> innermost = Shapes.innermost(type);
    if (isRegistrable(innermost)) {
      return unregistered("the class " + innermost.getName() + isNotRegistered(innermost));
    }
    return Errors.of(
        Kind.UNSUPPORTED_TYPE,
        "cannot serialize the class "
            + type.getName()
            + " as a value: only registered classes, and public types of the JDK that the"
            + " serializer supports by themselves, can be read back; write its name instead");
  }

  /// An array of a class without a name on the wire.
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
            + ": its class cannot be written; copy it to an array of a public class or interface,"
            + " of at most "
            + ClassReference.MOST_DIMENSIONS
            + " dimensions");
  }

  private static boolean isRegistrable(Class<?> type) {
    return !type.isPrimitive()
        && !type.isHidden()
        && !type.isSynthetic()
        && !type.isAnonymousClass()
        && !Families.isJdk(type);
  }

  /// Adds the other classes to an error that the user will have to register: those declared by the
  /// fields of the class and of registered classes. Searching takes time, but only after a failure.
  ///
  /// @param type the class that is not registered
  /// @param registered the registered classes that are written field by field
  /// @param isKnown whether a class is registered, or needs no registration
  static SerializationException complete(
      SerializationException refusal,
      Class<?> type,
      Collection<Class<?>> registered,
      Predicate<Class<?>> isKnown) {
    if (refusal.kind() != Kind.UNREGISTERED_CLASS) {
      return refusal;
    }
    for (Class<?> other : registered) {
      if (other.getName().equals(type.getName())) {
        return unregistered(
            "%s is not registered, but %s is; register the class that the objects have"
                .formatted(LoaderNames.of(type, other), LoaderNames.of(other, type)));
      }
    }
    List<Class<?>> start = new ArrayList<>(registered);
    start.add(type);
    List<Class<?>> lacking =
        DeclaredClasses.mostReachableFrom(
                start, known -> registered.contains(known) ? known : null, isKnown)
            .stream()
            .filter(found -> found != type)
            .toList();
    return lacking.isEmpty()
        ? refusal
        : unregistered(
            refusal.getMessage()
                + "; declared by fields and not registered either: "
                + names(lacking)
                + " (registerReachable registers a class with all classes that its fields declare)");
  }

  private static String names(List<Class<?>> lacking) {
    String names =
        lacking.stream().limit(MOST_NAMED).map(NameInCode::of).collect(Collectors.joining(", "));
    return lacking.size() > MOST_NAMED
        ? names + ", and " + (lacking.size() - MOST_NAMED) + " more"
        : names;
  }
}
