// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.DefaultValue;
import dev.segue.serializer.internal.codec.Access;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.FinalFields;
import dev.segue.serializer.internal.layout.Generics;
import dev.segue.serializer.internal.layout.SerialFields;
import dev.segue.serializer.internal.layout.StateFields;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.io.Externalizable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Creates the codecs of registered classes with more state than their fields, or with their own
/// format.
public final class UserTypes {

  private UserTypes() {}

  /// Checks that the final fields of a throwable can be set.
  ///
  /// @throws dev.segue.serializer.SerializationException if the policy or the JDK forbids it
  public static void requireSettable(Class<?> throwable, FinalFields policy) {
    for (Class<?> c = throwable; c != UserKinds.jdkSuperclass(throwable); c = c.getSuperclass()) {
      List<Field> finals = finals(c);
      if (!SerialFields.canSet(c, finals)) {
        Access.requireSettable(finals, policy);
      }
    }
  }

  /// The final fields of a throwable that a class declares and that are set when it is read.
  static List<Field> finals(Class<?> declaring) {
    return Arrays.stream(declaring.getDeclaredFields())
        .filter(field -> Modifier.isFinal(field.getModifiers()) && isSet(field))
        .toList();
  }

  private static boolean isSet(Field field) {
    return StateFields.isState(field)
        || (StateFields.isIgnored(field) && field.isAnnotationPresent(DefaultValue.class));
  }

  /// The codec of a throwable or an externalizable class.
  ///
  /// @param conversions convert the values of fields that another version of the class has written
  /// @param hidden why objects cannot be written unless they are replaced; or null
  public static Supplier<ObjectCodec> unplanned(
      Class<?> type,
      Function<Field, @Nullable Conversion> conversions,
      @Nullable String hidden,
      TypeRegistry registry) {
    Supplier<ObjectCodec> codec =
        Externalizable.class.isAssignableFrom(type)
            ? () -> new ExternalizableCodec(type, registry)
            : () -> new UserThrowableCodec(type, registry, conversions);
    return () -> hooked(type, codec.get(), hidden, registry);
  }

  /// The text that the fingerprint of a throwable or an externalizable class is computed from.
  public static String describe(Class<?> type) {
    if (Externalizable.class.isAssignableFrom(type)) {
      return "external " + type.getName();
    }
    StringBuilder fields = new StringBuilder("throwable ").append(type.getName());
    for (Class<?> c = type; c != UserKinds.jdkSuperclass(type); c = c.getSuperclass()) {
      fields.append(
          Arrays.stream(c.getDeclaredFields())
              .filter(StateFields::isState)
              .map(UserTypes::describe)
              .sorted()
              .collect(Collectors.joining(",", "{", "}")));
    }
    return fields.toString();
  }

  private static String describe(Field field) {
    Type type = field.getGenericType();
    return field.getName()
        + ":"
        + (Generics.constrains(type) ? Generics.describe(type) : field.getType().getTypeName());
  }

  /// The codec of a class with hooks, or of a class that extends a collection or a map.
  ///
  /// @param plan the codec of its fields
  /// @param elements convert the elements that another version of the class has written
  /// @param hidden why objects cannot be written unless they are replaced; or null
  public static Supplier<ObjectCodec> planned(
      Class<?> type,
      Supplier<ObjectCodec> plan,
      List<Conversion> elements,
      @Nullable String hidden,
      TypeRegistry registry) {
    if (UserKinds.isExtension(type) && !hasConstructor(type)) {
      throw Failures.unsupported(
          type,
          "it has no constructor without parameters, which "
              + UserKinds.jdkSuperclass(type).getName()
              + " needs; add one (it may be private)");
    }
    return () -> {
      ObjectCodec fields = plan.get();
      ObjectCodec itself =
          UserKinds.isExtension(type) ? new ExtensionCodec(fields, registry, elements) : fields;
      return hooked(type, itself, hidden, registry);
    };
  }

  private static boolean hasConstructor(Class<?> type) {
    return Arrays.stream(type.getDeclaredConstructors())
        .anyMatch(constructor -> constructor.getParameterCount() == 0);
  }

  private static ObjectCodec hooked(
      Class<?> type, ObjectCodec itself, @Nullable String hidden, TypeRegistry registry) {
    Hooks hooks = Hooks.of(type);
    return hooks.exist() ? new HookCodec(type, hooks, itself, hidden, registry) : itself;
  }
}
