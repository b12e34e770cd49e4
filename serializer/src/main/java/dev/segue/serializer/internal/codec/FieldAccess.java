// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.layout.PrimitiveKind;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads and writes a field whose type is unknown when the calling code is compiled.
///
/// It uses a [VarHandle] where possible, since the JDK has precompiled code for it. Method handles
/// generate code on first use, which delays the start of a process. Two kinds of fields need method
/// handles: volatile fields, since [VarHandle#get] is not volatile access, and final fields that
/// are written, since a variable handle cannot do that.
public final class FieldAccess {

  private final @Nullable PrimitiveKind kind;
  private final @Nullable VarHandle variable;
  private final @Nullable MethodHandle getter;
  private final @Nullable MethodHandle setter;

  private FieldAccess(Field field, boolean isWritten) {
    boolean isVolatile = Modifier.isVolatile(field.getModifiers());
    boolean isFinal = Modifier.isFinal(field.getModifiers());
    this.kind = PrimitiveKind.ofPrimitive(field.getType());
    this.variable = isVolatile ? null : Access.variable(field);
    this.getter = isVolatile ? Access.getter(field) : null;
    this.setter = isWritten && (isVolatile || isFinal) ? Access.setter(field) : null;
  }

  /// Access to read a field.
  ///
  /// @throws dev.segue.serializer.SerializationException if the field's class is not open to this
  ///   module
  public static FieldAccess reading(Field field) {
    return new FieldAccess(field, false);
  }

  /// Access to read and write a field, even a final one.
  ///
  /// @throws dev.segue.serializer.SerializationException if the field's class is not open to this
  ///   module
  public static FieldAccess writing(Field field) {
    return new FieldAccess(field, true);
  }

  /// The value of the field; boxed if it is primitive.
  public @Nullable Object get(Object owner) {
    if (getter != null) {
      return get(getter, owner);
    }
    VarHandle direct = Objects.requireNonNull(variable, "there is one without a getter");
    return kind == null ? (@Nullable Object) direct.get(owner) : get(direct, kind, owner);
  }

  /// Assigns a value to the field.
  ///
  /// @throws ClassCastException if the value is of another type
  /// @throws NullPointerException if the value is null and the field is primitive
  public void set(Object owner, @Nullable Object value) {
    if (setter != null) {
      set(setter, owner, value);
      return;
    }
    VarHandle direct = Objects.requireNonNull(variable, "there is one without a setter");
    if (kind == null) {
      direct.set(owner, value);
    } else {
      set(direct, kind, owner, Objects.requireNonNull(value, "a primitive field is never null"));
    }
  }

  private static Object get(VarHandle field, PrimitiveKind kind, Object owner) {
    // Not a switch: javac makes a class for it, which the first object would have to load.
    if (kind == PrimitiveKind.INT) {
      return (int) field.get(owner);
    } else if (kind == PrimitiveKind.LONG) {
      return (long) field.get(owner);
    } else if (kind == PrimitiveKind.BOOLEAN) {
      return (boolean) field.get(owner);
    } else if (kind == PrimitiveKind.DOUBLE) {
      return (double) field.get(owner);
    } else if (kind == PrimitiveKind.FLOAT) {
      return (float) field.get(owner);
    } else if (kind == PrimitiveKind.BYTE) {
      return (byte) field.get(owner);
    } else if (kind == PrimitiveKind.SHORT) {
      return (short) field.get(owner);
    }
    return (char) field.get(owner);
  }

  private static void set(VarHandle field, PrimitiveKind kind, Object owner, Object value) {
    if (kind == PrimitiveKind.INT) {
      field.set(owner, (int) value);
    } else if (kind == PrimitiveKind.LONG) {
      field.set(owner, (long) value);
    } else if (kind == PrimitiveKind.BOOLEAN) {
      field.set(owner, (boolean) value);
    } else if (kind == PrimitiveKind.DOUBLE) {
      field.set(owner, (double) value);
    } else if (kind == PrimitiveKind.FLOAT) {
      field.set(owner, (float) value);
    } else if (kind == PrimitiveKind.BYTE) {
      field.set(owner, (byte) value);
    } else if (kind == PrimitiveKind.SHORT) {
      field.set(owner, (short) value);
    } else {
      field.set(owner, (char) value);
    }
  }

  private static @Nullable Object get(MethodHandle field, Object owner) {
    try {
      return field.invoke(owner);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("access to a field throws no checked exception", e);
    }
  }

  private static void set(MethodHandle field, Object owner, @Nullable Object value) {
    try {
      field.invoke(owner, value);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("access to a field throws no checked exception", e);
    }
  }
}
