// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The Java serialization hooks that matter for a class written field by field: methods that
/// replace its objects, and methods that may write transient fields.
public final class SerialForm {

  /// Methods that may write and restore transient state.
  private static final List<String> OWN_FORMS = List.of("writeObject", "readObject");

  private static final String NO_DATA = "readObjectNoData";
  private static final String PERSISTENT_FIELDS = "serialPersistentFields";

  private SerialForm() {}

  /// Finds a `writeReplace` or `readResolve` method as Java serialization does: the class's own, or
  /// an accessible inherited one; null if there is none.
  public static @Nullable Method replacing(Class<?> type, String name) {
    if (!Serializable.class.isAssignableFrom(type) || type.isEnum()) {
      return null;
    }
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      for (Method method : c.getDeclaredMethods()) {
        if (method.getName().equals(name)
            && method.getParameterCount() == 0
            && method.getReturnType() == Object.class) {
          return isInherited(method, type) ? method : null;
        }
      }
    }
    return null;
  }

  private static boolean isInherited(Method method, Class<?> type) {
    int modifiers = method.getModifiers();
    Class<?> owner = method.getDeclaringClass();
    if (Modifier.isStatic(modifiers) || Modifier.isAbstract(modifiers)) {
      return false;
    }
    return owner == type
        || Modifier.isPublic(modifiers)
        || Modifier.isProtected(modifiers)
        || (!Modifier.isPrivate(modifiers)
            && Objects.equals(owner.getClassLoader(), type.getClassLoader())
            && owner.getPackageName().equals(type.getPackageName()));
  }

  /// Whether objects are replaced before they are written.
  public static boolean isReplaced(Class<?> type) {
    return replacing(type, "writeReplace") != null;
  }

  /// The transient fields that Java serialization may write but this library skips. A class with a
  /// `writeObject`, `readObject`, `readObjectNoData` or `serialPersistentFields` may write
  /// transient fields that it declares or inherits. Empty for most classes.
  public static Set<Field> hiddenState(Class<?> type) {
    Set<Field> hidden = new LinkedHashSet<>();
    if (!Serializable.class.isAssignableFrom(type)
        || Externalizable.class.isAssignableFrom(type)
        || type.isRecord()
        || type.isEnum()
        || type.isArray()) {
      return hidden;
    }
    for (Class<?> c = type; isOutsideJdk(c); c = c.getSuperclass()) {
      if (hasOwnForm(c)) {
        for (Class<?> owner = c; isOutsideJdk(owner); owner = owner.getSuperclass()) {
          hidden.addAll(transients(owner));
        }
      } else {
        hidden.addAll(persistentTransients(c));
      }
    }
    return hidden;
  }

  /// Describes the state that is lost if a class is written field by field; null if none is.
  public static @Nullable String describeHidden(Class<?> type) {
    Set<Field> hidden = hiddenState(type);
    if (hidden.isEmpty()) {
      return null;
    }
    List<String> names = hidden.stream().map(Field::getName).distinct().toList();
    int shown = Math.min(names.size(), 3);
    return "its own writeObject or readObject may keep its transient fields ("
        + String.join(", ", names.subList(0, shown))
        + (shown < names.size() ? ", ..." : "")
        + "), which a plain registration skips";
  }

  private static boolean isOutsideJdk(@Nullable Class<?> type) {
    return type != null && !type.getName().startsWith("java.");
  }

  private static boolean hasOwnForm(Class<?> type) {
    if (!Serializable.class.isAssignableFrom(type)) {
      return false;
    }
    for (Method method : type.getDeclaredMethods()) {
      if (isOwnForm(method)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOwnForm(Method method) {
    if (method.getReturnType() != void.class
        || !Modifier.isPrivate(method.getModifiers())
        || Modifier.isStatic(method.getModifiers())) {
      return false;
    }
    Class<?>[] parameters = method.getParameterTypes();
    if (parameters.length == 0) {
      return method.getName().equals(NO_DATA);
    }
    return parameters.length == 1
        && OWN_FORMS.contains(method.getName())
        && (parameters[0] == ObjectOutputStream.class || parameters[0] == ObjectInputStream.class);
  }

  private static List<Field> transients(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isTransient(field.getModifiers())
          && !Modifier.isStatic(field.getModifiers())
          && !field.isSynthetic()) {
        fields.add(field);
      }
    }
    return fields;
  }

  private static boolean hasField(Class<?> type, String name) {
    for (Field field : type.getDeclaredFields()) {
      if (field.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }

  /// The transient fields that a class lists in `serialPersistentFields`.
  private static List<Field> persistentTransients(Class<?> type) {
    List<Field> fields = new ArrayList<>();
    if (hasField(type, PERSISTENT_FIELDS)) {
      ObjectStreamClass form = ObjectStreamClass.lookup(type);
      for (Field field : form == null ? List.<Field>of() : transients(type)) {
        for (ObjectStreamField persistent : form.getFields()) {
          if (persistent.getName().equals(field.getName())) {
            fields.add(field);
          }
        }
      }
    }
    return fields;
  }
}
