// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.layout.JdkFactory;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The serial fields of a class of the JDK: state that no method tells, by the one supported way to
/// it, which exists for serializers. Its handles move the fields between an object and streams of
/// Java serialization; the streams here keep them in a map, and write nothing.
public final class SerialFields {

  /// Each `(Class) -> what its name tells`.
  private static final MethodHandle WRITER =
      reflectionFactory("defaultWriteObjectForSerialization", MethodHandle.class);

  private static final MethodHandle READER =
      reflectionFactory("defaultReadObjectForSerialization", MethodHandle.class);
  private static final MethodHandle CONSTRUCTOR =
      reflectionFactory("newConstructorForSerialization", Constructor.class);

  /// By classes of the JDK. A `ClassValue` would keep this class, and its loader, as long as those
  /// live, which is for ever.
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
          name + " of the module jdk.unsupported: add the module to this run-time image");
    }
    return method;
  }

  /// @param type a serializable class of the JDK that neither is an enum nor a record
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

  /// Whether what a class serializes by default is fields that it has. Some of the JDK keep an
  /// older form.
  static boolean areThere(Class<?> type) {
    try {
      for (ObjectStreamField field : ObjectStreamClass.lookupAny(type).getFields()) {
        Field _ = type.getDeclaredField(field.getName());
      }
      return true;
    } catch (NoSuchFieldException e) {
      return false;
    }
  }

  /// The fields that the class itself declares, by name.
  Map<String, @Nullable Object> of(Object object) {
    try {
      Writer writer = new Writer();
      write.invoke(object, (ObjectOutputStream) writer);
      return writer.fields;
    } catch (Throwable e) {
      throw new IllegalStateException("type=" + type, e);
    }
  }

  /// Sets the fields that the class itself declares; those not given to zero or null.
  ///
  /// @throws ClassCastException if a value is none for its field
  void set(Object object, Map<String, @Nullable Object> fields) {
    try {
      read.invoke(object, (ObjectInputStream) new Reader(type, fields));
    } catch (RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("type=" + type, e);
    }
  }

  /// An instance of which no constructor ran, but that of the first superclass which is not
  /// serializable.
  public static Object instantiate(Class<?> type) {
    try {
      return ((Constructor<?>) CONSTRUCTOR.invoke(type)).newInstance();
    } catch (Throwable e) {
      throw new IllegalStateException("type=" + type, e);
    }
  }

  private static final class Writer extends ObjectOutputStream {

    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();

    Writer() throws IOException {
      super();
    }

    @Override
    public PutField putFields() {
      return new Put(fields);
    }

    @Override
    public void writeFields() {}
  }

  private static final class Put extends ObjectOutputStream.PutField {

    private final Map<String, @Nullable Object> fields;

    Put(Map<String, @Nullable Object> fields) {
      this.fields = fields;
    }

    @Override
    public void put(String name, boolean value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, byte value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, char value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, short value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, int value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, long value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, float value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, double value) {
      fields.put(name, value);
    }

    @Override
    public void put(String name, @Nullable Object value) {
      fields.put(name, value);
    }

    @Override
    @Deprecated
    @SuppressWarnings("removal") // it is abstract
    public void write(ObjectOutput out) {
      throw new UnsupportedOperationException();
    }
  }

  private static final class Reader extends ObjectInputStream {

    private final Class<?> type;
    private final Map<String, @Nullable Object> fields;

    Reader(Class<?> type, Map<String, @Nullable Object> fields) throws IOException {
      super();
      this.type = type;
      this.fields = fields;
    }

    @Override
    public GetField readFields() {
      return new Get(type, fields);
    }
  }

  private static final class Get extends ObjectInputStream.GetField {

    private final Class<?> type;
    private final Map<String, @Nullable Object> fields;

    Get(Class<?> type, Map<String, @Nullable Object> fields) {
      this.type = type;
      this.fields = fields;
    }

    private <T> T get(String name, T otherwise, Class<T> box) {
      Object value = fields.get(name);
      return value == null ? otherwise : box.cast(value);
    }

    @Override
    public ObjectStreamClass getObjectStreamClass() {
      return ObjectStreamClass.lookup(type.asSubclass(Serializable.class));
    }

    @Override
    public boolean defaulted(String name) {
      return !fields.containsKey(name);
    }

    @Override
    public boolean get(String name, boolean value) {
      return get(name, value, Boolean.class);
    }

    @Override
    public byte get(String name, byte value) {
      return get(name, value, Byte.class);
    }

    @Override
    public char get(String name, char value) {
      return get(name, value, Character.class);
    }

    @Override
    public short get(String name, short value) {
      return get(name, value, Short.class);
    }

    @Override
    public int get(String name, int value) {
      return get(name, value, Integer.class);
    }

    @Override
    public long get(String name, long value) {
      return get(name, value, Long.class);
    }

    @Override
    public float get(String name, float value) {
      return get(name, value, Float.class);
    }

    @Override
    public double get(String name, double value) {
      return get(name, value, Double.class);
    }

    @Override
    public @Nullable Object get(String name, @Nullable Object value) {
      return fields.getOrDefault(name, value);
    }
  }
}
