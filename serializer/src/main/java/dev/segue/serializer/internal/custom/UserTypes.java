// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Conversion;
import dev.segue.serializer.internal.layout.Generics;
import dev.segue.serializer.internal.layout.StateFields;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.schema.TypeSchema;
import java.io.Externalizable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Registered classes that are more than their fields, or say themselves how they are written.
public final class UserTypes {

  private UserTypes() {}

  /// How the objects of a class are written that is no enum, no array, and of which the serializer
  /// was told nothing else. Where a plain class is declared, it needs no type reference.
  public static TypeSchema.Kind kind(Class<?> type) {
    if (Externalizable.class.isAssignableFrom(type)) {
      return TypeSchema.Kind.EXTERNALIZABLE;
    }
    if (Throwable.class.isAssignableFrom(type)) {
      return TypeSchema.Kind.THROWABLE;
    }
    if (isExtension(type)) {
      return Hooks.of(type).areThere()
          ? TypeSchema.Kind.HOOKED_EXTENSION
          : TypeSchema.Kind.EXTENSION;
    }
    return Hooks.of(type).areThere() ? TypeSchema.Kind.HOOKED : TypeSchema.Kind.PLAIN;
  }

  /// Whether a class extends a collection or a map of the JDK that keeps elements itself.
  private static boolean isExtension(Class<?> type) {
    return isContainer(jdkSuperclass(type));
  }

  private static boolean isContainer(Class<?> jdkType) {
    return (Collection.class.isAssignableFrom(jdkType) || Map.class.isAssignableFrom(jdkType))
        && !Modifier.isAbstract(jdkType.getModifiers());
  }

  /// The lowest class of the JDK that a class extends.
  static Class<?> jdkSuperclass(Class<?> type) {
    Class<?> c = type;
    while (!c.getName().startsWith("java.")) {
      c = c.getSuperclass();
    }
    return c;
  }

  /// Adds a class that has no plan.
  ///
  /// @param conversions what is made of the values of fields that another version has written
  /// @param hidden why its objects are not written unless something replaces them; or null
  public static void addUnplanned(
      TypeRegistry registry,
      Class<?> type,
      int id,
      int fingerprint,
      Function<Field, @Nullable Conversion> conversions,
      @Nullable String hidden) {
    Supplier<ObjectCodec> codec =
        Externalizable.class.isAssignableFrom(type)
            ? () -> new ExternalizableCodec(type, registry)
            : () -> new UserThrowableCodec(type, registry, conversions);
    registry.addPlural(type, id, fingerprint, () -> hooked(type, codec.get(), hidden, registry));
  }

  /// What the fingerprint of a class is made of that has no plan.
  public static String describe(Class<?> type) {
    if (Externalizable.class.isAssignableFrom(type)) {
      return "external " + type.getName();
    }
    StringBuilder fields = new StringBuilder("throwable ").append(type.getName());
    for (Class<?> c = type; c != jdkSuperclass(type); c = c.getSuperclass()) {
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

  /// Adds a class that has a plan, and something besides.
  ///
  /// @param elements what is made of elements that another version has written
  /// @param hidden why its objects are not written unless something replaces them; or null
  public static void addPlanned(
      TypeRegistry registry,
      Class<?> type,
      int id,
      int fingerprint,
      Supplier<ObjectCodec> plan,
      List<Conversion> elements,
      @Nullable String hidden) {
    if (isExtension(type) && !hasConstructor(type)) {
      throw Failures.unsupported(
          type,
          "it has no constructor without parameters, which "
              + jdkSuperclass(type).getName()
              + " needs; add one (it may be private)");
    }
    registry.addPlural(
        type,
        id,
        fingerprint,
        () -> {
          ObjectCodec fields = plan.get();
          ObjectCodec itself =
              isExtension(type) ? new ExtensionCodec(fields, registry, elements) : fields;
          return hooked(type, itself, hidden, registry);
        });
  }

  private static boolean hasConstructor(Class<?> type) {
    return Arrays.stream(type.getDeclaredConstructors())
        .anyMatch(constructor -> constructor.getParameterCount() == 0);
  }

  private static ObjectCodec hooked(
      Class<?> type, ObjectCodec itself, @Nullable String hidden, TypeRegistry registry) {
    Hooks hooks = Hooks.of(type);
    return hooks.areThere() ? new HookCodec(type, hooks, itself, hidden, registry) : itself;
  }
}
