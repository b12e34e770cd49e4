// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.layout.JdkFactory;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Reads and writes the serial fields of objects of a JDK class: state that no method returns. The
/// JDK supports this for serializers, with method handles that move the fields between an object
/// and a stream of Java serialization; the streams here are maps.
public final class SerialFields {

  // Methods of sun.reflect.ReflectionFactory: (Class) -> result.

  private static final MethodHandle WRITER =
      reflectionFactory("defaultWriteObjectForSerialization", MethodHandle.class);

  private static final MethodHandle READER =
      reflectionFactory("defaultReadObjectForSerialization", MethodHandle.class);
  private static final MethodHandle CONSTRUCTOR =
      reflectionFactory("newConstructorForSerialization", Constructor.class);

  /// By class of the JDK. A `ClassValue` would never let this class and its loader be unloaded.
  private static final Map<Class<?>, SerialFields> CACHE = new ConcurrentHashMap<>();

  private final Class<?> type;
  private final MethodHandle write;
  private final MethodHandle read;

  private SerialFields(Class<?> type, MethodHandle write, MethodHandle read) {
    this.type = type;
    this.write = write;
    this.read = read;
  }

  private static MethodHandle reflectionFactory(String name, Class<?> result) {
    MethodHandle method = JdkFactory.find(name, result, Class.class);
    if (method == null) {
      throw new UnsupportedOperationException(
          name + " needs the module jdk.unsupported: add the module to this run-time image");
    }
    return method;
  }

  /// @param type a serializable class of the JDK, neither an enum nor a record
  static SerialFields of(Class<?> type) {
    SerialFields known = CACHE.get(type);
    if (known == null) {
      SerialFields made = make(type);
      known = Objects.requireNonNullElse(CACHE.putIfAbsent(type, made), made);
    }
    return known;
  }

  private static SerialFields make(Class<?> type) {
    try {
      return new SerialFields(
          type, (MethodHandle) WRITER.invoke(type), (MethodHandle) READER.invoke(type));
    } catch (Throwable e) {
      throw new IllegalArgumentException("type=" + type, e);
    }
  }

  /// Whether the serial fields of a class are fields that it declares. Some classes of the JDK keep
  /// an older serial form.
  static boolean areDeclared(Class<?> type) {
    try {
      for (ObjectStreamField field : ObjectStreamClass.lookupAny(type).getFields()) {
        Field _ = type.getDeclaredField(field.getName());
      }
      return true;
    } catch (NoSuchFieldException e) {
      return false;
    }
  }

  /// Returns the values of the fields that the class itself declares, by name.
  Map<String, @Nullable Object> of(Object object) {
    try {
      FieldOutput output = new FieldOutput();
      write.invoke(object, (ObjectOutputStream) output);
      return output.fields;
    } catch (Throwable e) {
      throw new IllegalStateException("type=" + type, e);
    }
  }

  /// Sets the fields that the class itself declares; missing ones to zero or null.
  ///
  /// @throws ClassCastException if a value is not of its field's type
  void set(Object object, Map<String, @Nullable Object> fields) {
    try {
      read.invoke(object, (ObjectInputStream) new FieldInput(type, fields));
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("type=" + type, e);
    }
  }

  /// Creates an instance without running a constructor, except that of the first superclass that is
  /// not serializable.
  public static Object instantiate(Class<?> type) {
    try {
      return ((Constructor<?>) CONSTRUCTOR.invoke(type)).newInstance();
    } catch (Throwable e) {
      throw new IllegalStateException("type=" + type, e);
    }
  }
}
