// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Reads and writes the serial fields of objects: fields of JDK classes that no method returns, and
/// final fields of other classes. The JDK supports this for serialization libraries, with method
/// handles that move the fields between an object and a Java serialization stream. The streams here
/// are backed by maps.
public final class SerialFields {

  // Methods of sun.reflect.ReflectionFactory: (Class) -> result.

  private static final String WRITER_NAME = "defaultWriteObjectForSerialization";
  private static final @Nullable MethodHandle WRITER =
      JdkFactory.find(WRITER_NAME, MethodHandle.class, Class.class);

  private static final String READER_NAME = "defaultReadObjectForSerialization";
  private static final @Nullable MethodHandle READER =
      JdkFactory.find(READER_NAME, MethodHandle.class, Class.class);

  private static final String CONSTRUCTOR_NAME = "newConstructorForSerialization";
  private static final @Nullable MethodHandle CONSTRUCTOR =
      JdkFactory.find(CONSTRUCTOR_NAME, Constructor.class, Class.class);

  /// A cache by JDK class. A `ClassValue` would keep this class and its loader from being unloaded.
  private static final Map<Class<?>, SerialFields> CACHE = new ConcurrentHashMap<>();

  private final Class<?> type;
  private final MethodHandle write;
  private final MethodHandle read;
  private final int count;

  private SerialFields(Class<?> type, MethodHandle write, MethodHandle read) {
    this.type = type;
    this.write = write;
    this.read = read;
    this.count = ObjectStreamClass.lookupAny(type).getFields().length;
  }

  private static MethodHandle require(@Nullable MethodHandle method, String name) {
    if (method == null) {
      throw new UnsupportedOperationException(
          name + " needs the module jdk.unsupported: add the module to this run-time image");
    }
    return method;
  }

  /// @param type a serializable class of the JDK, neither an enum nor a record
  public static SerialFields of(Class<?> type) {
    SerialFields known = CACHE.get(type);
    if (known == null) {
      SerialFields made = make(type);
      known = Objects.requireNonNullElse(CACHE.putIfAbsent(type, made), made);
    }
    return known;
  }

  private static SerialFields make(Class<?> type) {
    SerialFields made = find(type);
    if (made == null) {
      throw new IllegalArgumentException("type=" + type);
    }
    return made;
  }

  /// Creates an uncached instance for a user class; null if the JDK does not support the class
  /// because it is not serializable.
  public static @Nullable SerialFields find(Class<?> type) {
    try {
      var write = (MethodHandle) require(WRITER, WRITER_NAME).invoke(type);
      var read = (MethodHandle) require(READER, READER_NAME).invoke(type);
      return write == null || read == null ? null : new SerialFields(type, write, read);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalArgumentException("type=" + type, e);
    }
  }

  /// Whether the JDK can set final fields that a class declares: both the class and the fields must
  /// be serializable.
  public static boolean canSet(Class<?> type, Collection<Field> fields) {
    if (WRITER == null || READER == null || find(type) == null || !areDeclared(type)) {
      return false;
    }
    for (Field field : fields) {
      ObjectStreamField serial = ObjectStreamClass.lookupAny(type).getField(field.getName());
      if (serial == null || serial.getType() != field.getType()) {
        return false;
      }
    }
    return true;
  }

  /// Whether the serial fields of a class are fields that it declares. Some JDK classes keep an
  /// older serial form.
  public static boolean areDeclared(Class<?> type) {
    try {
      for (ObjectStreamField field : ObjectStreamClass.lookupAny(type).getFields()) {
        Field _ = type.getDeclaredField(field.getName());
      }
      return true;
    } catch (NoSuchFieldException e) {
      return false;
    }
  }

  /// The number of the fields.
  public int count() {
    return count;
  }

  /// Returns the values of the fields that the class itself declares, by name.
  public Map<String, @Nullable Object> of(Object object) {
    try {
      FieldOutput output = new FieldOutput();
      write.invoke(object, (ObjectOutputStream) output);
      return output.fields;
    } catch (Throwable e) {
      throw new IllegalStateException("type=" + type, e);
    }
  }

  /// Sets the fields that the class itself declares; missing values become zero or null.
  ///
  /// @throws ClassCastException if a value is not of its field's type
  public void set(Object object, Map<String, @Nullable Object> fields) {
    try {
      read.invoke(object, (ObjectInputStream) new FieldInput(type, fields));
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("type=" + type, e);
    }
  }

  /// Creates an instance without running any constructor except the one of the first
  /// non-serializable superclass.
  public static Object instantiate(Class<?> type) {
    try {
      MethodHandle constructor = require(CONSTRUCTOR, CONSTRUCTOR_NAME);
      return ((Constructor<?>) constructor.invoke(type)).newInstance();
    } catch (Throwable e) {
      throw new IllegalStateException("type=" + type, e);
    }
  }
}
