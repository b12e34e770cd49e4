// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// Reads classes into models.
public final class ClassModels {

  private final Shapes shapes;
  private final Creations creations;

  /// @param shapes classifies declared types
  /// @param finals whether final fields may be set by reflection
  /// @param tracks whether objects may refer to themselves
  public ClassModels(Shapes shapes, FinalFields finals, boolean tracks) {
    this.shapes = shapes;
    this.creations = new Creations(finals, tracks);
  }

  /// Rejects a class that can never be serialized, with the reason.
  public static void requireSerializable(Class<?> type) {
    if (type.isArray() && !type.componentType().isPrimitive()) {
      return;
    }
    if (type.isAnonymousClass() || type.isSynthetic() || type.isHidden()) {
      throw unsupported(type, "it is anonymous or generated, so no other JVM could know it");
    }
    if (!type.isEnum() && (type.isInterface() || Modifier.isAbstract(type.getModifiers()))) {
      throw unsupported(type, "it has no instances of its own; register its implementations");
    }
    if (type.isPrimitive() || type.isArray() || isJdk(type)) {
      throw unsupported(
          type, "it is a type of the JDK; supported types of the JDK need no registration");
    }
    if (isInner(type)) {
      throw unsupported(type, "it is an inner class, tied to an outer instance; make it static");
    }
  }

  /// Whether instances have an enclosing instance or capture local variables of a method. javac
  /// omits the field for the enclosing instance if nothing uses it.
  private static boolean isInner(Class<?> type) {
    if (type.isEnum()) {
      return false;
    }
    if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
      return true;
    }
    for (Field field : type.getDeclaredFields()) {
      if (field.isSynthetic() && !Modifier.isStatic(field.getModifiers())) {
        return true;
      }
    }
    return false;
  }

  /// Rejects a singleton class if reading it would create a second instance.
  public static void requireNoSecondInstance(Class<?> type) {
    Creation _ = Singletons.of(type);
  }

  /// Whether a class belongs to the JDK, and so needs no registration.
  public static boolean isJdk(Class<?> type) {
    return type.getName().startsWith("java.");
  }

  /// Whether a class is part of the JDK, according to its class loader.
  public static boolean isOfJdk(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return (loader == null || loader.equals(ClassLoader.getPlatformClassLoader()))
        && !type.isHidden();
  }

  public ClassModel of(Class<?> type) {
    requireSerializable(type);
    return type.isRecord() ? ofRecord(type) : ofBean(type);
  }

  private ClassModel ofRecord(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    List<Field> all = new ArrayList<>();
    Class<?>[] parameters = new Class<?>[components.length];
    for (int i = 0; i < components.length; i++) {
      all.add(declaredField(type, components[i].getName()));
      parameters[i] = components[i].getType();
    }
    Creation creation = new Creation.Canonical(canonical(type, parameters), all, null);
    return new ClassModel(type, creation, written(all), all, Map.of(), false);
  }

  private ClassModel ofBean(Class<?> type) {
    Creation single = Singletons.of(type);
    if (single != null) {
      return new ClassModel(type, single, List.of());
    }
    List<Class<?>> hierarchy = new ArrayList<>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      if (c.getName().startsWith("java.")) {
        if (mayBeExtended(c)) {
          break;
        }
        throw unsupported(type, "its superclass " + c.getName() + " is a class of the JDK");
      }
      hierarchy.add(c);
    }
    Collections.reverse(hierarchy);
    List<Field> all = new ArrayList<>();
    for (Class<?> declaring : hierarchy) {
      for (Field field : declaring.getDeclaredFields()) {
        if (StateFields.isState(field) || StateFields.isIgnored(field)) {
          all.add(field);
        }
      }
    }
    List<FieldModel> written = written(all);
    Creation creation = creations.of(type, written, all);
    return new ClassModel(type, creation, written, all, Map.of(), false);
  }

  private List<FieldModel> written(List<Field> all) {
    List<FieldModel> written = new ArrayList<>();
    for (Field field : all) {
      if (StateFields.isState(field)) {
        written.add(new FieldModel(field, shapes.of(field.getGenericType())));
      }
    }
    return written;
  }

  /// Whether a class is a collection or map, whose state is its elements, or is stateless.
  private static boolean mayBeExtended(Class<?> jdkType) {
    return Collection.class.isAssignableFrom(jdkType)
        || Map.class.isAssignableFrom(jdkType)
        || jdkType == Number.class;
  }

  private static Constructor<?> canonical(Class<?> type, Class<?>... parameters) {
    try {
      return type.getDeclaredConstructor(parameters);
    } catch (NoSuchMethodException e) {
      throw new AssertionError("a record has a canonical constructor", e);
    }
  }

  private static Field declaredField(Class<?> type, String name) {
    try {
      return type.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      throw new AssertionError("a record has a field for every component", e);
    }
  }

  static SerializationException unsupported(Class<?> type, String reason) {
    return Errors.of(Kind.UNSUPPORTED_TYPE, "cannot serialize " + type.getName() + ": " + reason);
  }
}
