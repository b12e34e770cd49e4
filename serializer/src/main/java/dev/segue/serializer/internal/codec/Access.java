// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.layout.ClassModel;
import dev.segue.serializer.internal.layout.Creation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Access to classes: lookups with the rights of the class itself, and handles to its members.
public final class Access {

  private static final MethodHandles.Lookup SEGUE = MethodHandles.lookup();

  /// The maximum argument slots of a constructor's handle: the JVM allows 255, some of which it
  /// needs itself.
  private static final int MAX_HANDLE_SLOTS = 250;

  private static final MethodHandle NEW_INSTANCE = newInstance();

  private Access() {}

  private static MethodHandle newInstance() {
    try {
      return SEGUE
          .findStatic(
              Access.class,
              "newInstance",
              MethodType.methodType(Object.class, Constructor.class, Object[].class))
          .asFixedArity();
    } catch (NoSuchMethodException | IllegalAccessException e) {
      throw new LinkageError("Access.newInstance", e);
    }
  }

  /// Creates an object by reflection; throws the exceptions of the constructor itself.
  @SuppressWarnings("UnusedMethod") // looked up by name
  private static Object newInstance(Constructor<?> constructor, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw Objects.requireNonNullElse(e.getCause(), e);
    }
  }

  /// A lookup with a class's own rights. Its package must be open to this module.
  public static MethodHandles.Lookup lookupIn(Class<?> type) {
    Module here = SEGUE.lookupClass().getModule();
    here.addReads(type.getModule());
    try {
      return MethodHandles.privateLookupIn(type, SEGUE);
    } catch (IllegalAccessException e) {
      String module = here.isNamed() ? here.getName() : "ALL-UNNAMED";
      throw Errors.of(
          Kind.INACCESSIBLE_CLASS,
          "cannot reach %s: declare `opens %s to %s;` in the module %s"
              .formatted(type.getName(), type.getPackageName(), module, type.getModule().getName()),
          e);
    }
  }

  /// Makes the module of a lookup read another module. Only the module itself may do that, and so
  /// the lookup's rights are needed.
  public static void addReads(MethodHandles.Lookup lookup, Module module) {
    try {
      MethodHandle addReads =
          lookup.findVirtual(
              Module.class, "addReads", MethodType.methodType(Module.class, Module.class));
      Module _ = (Module) addReads.invokeExact(lookup.lookupClass().getModule(), module);
    } catch (Throwable e) {
      throw new IllegalStateException("module=" + lookup.lookupClass().getModule(), e);
    }
  }

  /// A handle `(owner) -> value`.
  public static MethodHandle getter(Field field) {
    try {
      return lookupIn(field.getDeclaringClass()).unreflectGetter(field);
    } catch (IllegalAccessException e) {
      throw inaccessible(field, e);
    }
  }

  /// A handle `(owner, value) -> void`; final fields included.
  public static MethodHandle setter(Field field) {
    try {
      MethodHandles.Lookup lookup = lookupIn(field.getDeclaringClass());
      if (Modifier.isFinal(field.getModifiers())) {
        field.setAccessible(true);
      }
      return lookup.unreflectSetter(field);
    } catch (IllegalAccessException e) {
      throw inaccessible(field, e);
    }
  }

  /// A handle `(Object[] components) -> Object instance`. It takes the components one by one, even
  /// if the last of them is declared with `...`.
  public static MethodHandle constructor(ClassModel model) {
    Constructor<?> constructor = model.creation().constructor();
    if (model.creation() instanceof Creation.Bypassing) {
      return NEW_INSTANCE.bindTo(constructor);
    }
    try {
      MethodHandles.Lookup lookup = lookupIn(model.type());
      if (slots(constructor) > MAX_HANDLE_SLOTS) {
        constructor.setAccessible(true);
        return NEW_INSTANCE.bindTo(constructor);
      }
      if (model.creation() instanceof Creation.Single single) {
        return taking(lookup.unreflectGetter(single.instance()), 0);
      }
      return taking(
          lookup.unreflectConstructor(constructor).asFixedArity(), constructor.getParameterCount());
    } catch (IllegalAccessException e) {
      throw Errors.of(
          Kind.INACCESSIBLE_CLASS, "cannot call the constructor of " + model.type().getName(), e);
    }
  }

  private static MethodHandle taking(MethodHandle creation, int components) {
    return creation
        .asSpreader(Object[].class, components)
        .asType(MethodType.methodType(Object.class, Object[].class));
  }

  private static int slots(Constructor<?> constructor) {
    int slots = 0;
    for (Class<?> parameter : constructor.getParameterTypes()) {
      slots += parameter == long.class || parameter == double.class ? 2 : 1;
    }
    return slots;
  }

  private static SerializationException inaccessible(Field field, IllegalAccessException e) {
    return Errors.of(Kind.INACCESSIBLE_CLASS, "cannot reach " + field, e);
  }
}
