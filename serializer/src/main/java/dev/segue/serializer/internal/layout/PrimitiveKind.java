// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.layout;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The eight primitive types, with their width on the wire.
public enum PrimitiveKind {
  BOOLEAN(boolean.class, Boolean.class, 1),
  BYTE(byte.class, Byte.class, 1),
  SHORT(short.class, Short.class, 2),
  CHAR(char.class, Character.class, 2),
  INT(int.class, Integer.class, 4),
  LONG(long.class, Long.class, 8),
  FLOAT(float.class, Float.class, 4),
  DOUBLE(double.class, Double.class, 8);

  private static final Map<Class<?>, PrimitiveKind> BY_PRIMITIVE = new HashMap<>();
  private static final Map<Class<?>, PrimitiveKind> BY_BOX = new HashMap<>();

  static {
    for (PrimitiveKind kind : values()) {
      BY_PRIMITIVE.put(kind.primitive, kind);
      BY_BOX.put(kind.box, kind);
    }
  }

  private final Class<?> primitive;
  private final Class<?> box;
  private final Class<?> arrayType;
  private final int widthBytes;

  PrimitiveKind(Class<?> primitive, Class<?> box, int widthBytes) {
    this.primitive = primitive;
    this.arrayType = primitive.arrayType();
    this.box = box;
    this.widthBytes = widthBytes;
  }

  public static @Nullable PrimitiveKind ofPrimitive(Class<?> type) {
    return BY_PRIMITIVE.get(type);
  }

  public static @Nullable PrimitiveKind ofBox(Class<?> type) {
    return BY_BOX.get(type);
  }

  public Class<?> primitive() {
    return primitive;
  }

  /// The array class, cached because [Class#arrayType] creates an array in each call.
  public Class<?> arrayType() {
    return arrayType;
  }

  public Class<?> box() {
    return box;
  }

  public int widthBytes() {
    return widthBytes;
  }

  /// The value of a field that is not assigned.
  public Object zero() {
    return switch (this) {
      case BOOLEAN -> false;
      case BYTE -> (byte) 0;
      case SHORT -> (short) 0;
      case CHAR -> (char) 0;
      case INT -> 0;
      case LONG -> 0L;
      case FLOAT -> 0f;
      case DOUBLE -> 0d;
    };
  }

  /// The name within method names: `Int` in `putInt`.
  public String suffix() {
    String name = primitive.getName();
    return Character.toUpperCase(name.charAt(0)) + name.substring(1);
  }
}
