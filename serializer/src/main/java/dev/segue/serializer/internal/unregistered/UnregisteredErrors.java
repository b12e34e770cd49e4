// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.unregistered;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.LoaderNames;
import dev.segue.serializer.internal.layout.ClassModels;
import dev.segue.serializer.internal.layout.NameInCode;
import dev.segue.serializer.internal.layout.SerialForm;
import dev.segue.serializer.internal.layout.Shapes;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The errors about classes that are not registered, with advice on how to register them.
public final class UnregisteredErrors {

  private static final String SURROGATE =
      "register a TypeSurrogate for an interface or a superclass of it, made by .withSubclasses()";

  /// Substrings of the names of subclasses that libraries generate: Hibernate, Byte Buddy, CGLIB,
  /// Spring, Mockito, Javassist.
  private static final List<String> MARKS_OF_GENERATED =
      List.of(
          "$HibernateProxy$",
          "$ByteBuddy$",
          "$MockitoMock$",
          "$$EnhancerBy",
          "$$SpringCGLIB$$",
          "_$$_");

  private UnregisteredErrors() {}

  /// A class that can be registered but is not.
  public static SerializationException unregistered(Class<?> type) {
    return Errors.about(unregistered(type.getName() + isNotRegistered(type)), type);
  }

  /// Adds to the error about a class that a rule could also allow it.
  public static SerializationException byRules(SerializationException refusal) {
    return refusal.kind() == Kind.UNREGISTERED_CLASS
        ? Errors.retold(
            refusal,
            Errors.text(refusal) + ", or allow its package with .allow(ClassRule.packages(...))")
        : refusal;
  }

  private static SerializationException unregistered(String message) {
    return Errors.of(Kind.UNREGISTERED_CLASS, message);
  }

  private static String isNotRegistered(Class<?> type) {
    return " is not registered; " + registration(type);
  }

  /// The call that registers a class.
  private static String registration(Class<?> type) {
    boolean isReplaced = SerialForm.isReplaced(type);
    String hidden = SerialForm.describeHidden(type);
    String name = NameInCode.of(type);
    if (!isReplaced && hidden == null) {
      return "add .register(%s) to the builder on both sides%s"
          .formatted(name, inOtherPackages(type, "register"));
    }
    String surrogate = ContainerSurrogates.suggestFor(type);
    if (surrogate != null) {
      return surrogate;
    }
    String elsewhere = inOtherPackages(type, "registerJavaSerialized");
    return isReplaced
        ? ("add .registerJavaSerialized(%s) to the builder on both sides, or .register(%s) with the class"
                + " that its writeReplace returns%s")
            .formatted(name, name, elsewhere)
        : "%s: add .registerJavaSerialized(%s), or a TypeSurrogate, to the builder on both sides%s"
            .formatted(hidden, name, elsewhere);
  }

  /// Whether a plain registration is not sufficient for a class.
  private static boolean hasOwnForm(Class<?> type) {
    return SerialForm.isReplaced(type) || SerialForm.describeHidden(type) != null;
  }

  /// Why a class is not listed for registration: another remedy, or the reason why there is none.
  /// Null if it can be registered.
  static @Nullable String otherRemedy(Class<?> type, @Nullable Trial trial) {
    if (type.isEnum()) {
      return null; // always accepted; a trial might initialize it
    }
    SerializationException refused = trial == null ? null : trial.refusal(type);
    if (refused == null) {
      return hasOwnForm(type) ? type.getName() + isNotRegistered(type) : null;
    }
    return hasOwnForm(type) && canBeRegistered(type)
        ? type.getName() + isNotRegistered(type)
        : refused.getMessage();
  }

  private static boolean canBeRegistered(Class<?> type) {
    try {
      ClassModels.requireSerializable(type);
      return true;
    } catch (SerializationException _) {
      return false;
    }
  }

  /// A non-public class needs a different call in other packages.
  private static String inOtherPackages(Class<?> type, String method) {
    String everywhere = NameInCode.everywhere(type);
    return everywhere.equals(NameInCode.of(type))
        ? ""
        : " (in another package: ." + method + "(" + everywhere + "))";
  }

  /// The error about the class of an object to be written.
  ///
  /// @param registered its nearest registered superclass, if there is one
  /// @param trial tries a registration
  public static SerializationException of(
      Class<?> type, @Nullable Class<?> registered, @Nullable Trial trial) {
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
          type, "it is anonymous, so other JVMs might not have the same class; give it a name");
    }
    if (type.getName().startsWith("java.") || ClassModels.isOfJdk(type)) {
      return unsupported(type, adviceForJdk(type));
    }
    return ofRegistrable(type, trial);
  }

  /// Describes a class that will have to be registered, if possible.
  private static SerializationException ofRegistrable(Class<?> type, @Nullable Trial trial) {
    SerializationException refused =
        trial == null || type.isEnum() || (hasOwnForm(type) && canBeRegistered(type))
            ? null
            : trial.refusal(type);
    if (refused == null) {
      return unregistered(type);
    }
    return refused.kind() == Kind.UNSUPPORTED_TYPE
        ? refused
        : unregistered(
            type.getName() + " is not registered, and cannot be yet: " + refused.getMessage());
  }

  /// The error about a class with the same name as a registered class from another class loader.
  public static SerializationException reloaded(Class<?> type, Class<?> registered) {
    return unregistered(
        "%s is not registered, but %s is; register the class that the objects have"
            .formatted(LoaderNames.of(type, registered), LoaderNames.of(registered, type)));
  }

  public static boolean isGenerated(Class<?> type) {
    for (String mark : MARKS_OF_GENERATED) {
      if (type.getName().contains(mark)) {
        return true;
      }
    }
    return false;
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

  /// The error about a `Class` value.
  public static SerializationException ofClassValue(Class<?> type) {
    Class<?> innermost = Shapes.innermost(type);
    if (isRegistrable(innermost)) {
      return Errors.about(
          unregistered("the class " + innermost.getName() + isNotRegistered(innermost)), innermost);
    }
    return Errors.of(
        Kind.UNSUPPORTED_TYPE,
        "cannot serialize the class "
            + type.getName()
            + " as a value: only registered classes, and public types of the JDK that the"
            + " serializer supports by themselves, can be read back; write its name instead");
  }

  /// The error about an array of a class without a name on the wire.
  ///
  /// @param mostDimensions the maximum number of dimensions
  public static SerializationException ofArray(Class<?> array, int mostDimensions) {
    Class<?> innermost = Shapes.innermost(array);
    if (isRegistrable(innermost)) {
      String message =
          "the elements of this array are of the class "
              + innermost.getName()
              + ", which is not registered; add .register("
              + NameInCode.of(array)
              + ") to the builder on both sides"
              + inOtherPackages(array, "register");
      return Errors.about(unregistered(message), array);
    }
    return Errors.of(
        Kind.UNSUPPORTED_TYPE,
        "cannot serialize a "
            + array.getTypeName()
            + ": its class cannot be written; copy it to an array of a public class or interface,"
            + " of at most "
            + mostDimensions
            + " dimensions");
  }

  private static boolean isRegistrable(Class<?> type) {
    return !type.isPrimitive()
        && !type.isHidden()
        && !type.isSynthetic()
        && !type.isAnonymousClass()
        && !ClassModels.isOfJdk(type);
  }
}
