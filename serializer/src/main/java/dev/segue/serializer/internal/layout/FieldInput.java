// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An object stream that provides the serial fields of an object from a map, and reads no bytes.
final class FieldInput extends ObjectInputStream {

  private final Class<?> type;
  private final Map<String, @Nullable Object> fields;

  FieldInput(Class<?> type, Map<String, @Nullable Object> fields) throws IOException {
    super();
    this.type = type;
    this.fields = fields;
  }

  @Override
  public GetField readFields() {
    return new Get(type, fields);
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
