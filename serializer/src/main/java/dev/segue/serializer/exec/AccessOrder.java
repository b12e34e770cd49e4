// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.exec;

import dev.segue.serializer.model.JdkFactory;
import java.io.IOException;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// Whether a `LinkedHashMap` is in access order, which none of its methods tells without changing
/// it. Its serial fields do: the [JdkFactory] hands them to a stream, which here keeps the one and
/// writes nothing. Where the JDK has no such way, all are in insertion order.
public final class AccessOrder {

  private static final @Nullable MethodHandle WRITE_FIELDS = find();

  private AccessOrder() {}

  private static @Nullable MethodHandle find() {
    MethodHandle handles =
        JdkFactory.find("defaultWriteObjectForSerialization", MethodHandle.class, Class.class);
    if (handles == null) {
      return null;
    }
    try {
      MethodHandle write = (MethodHandle) handles.invoke(LinkedHashMap.class);
      return write.asType(
          MethodType.methodType(void.class, Object.class, ObjectOutputStream.class));
    } catch (Throwable e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// @param map a `LinkedHashMap`, of that very class
  public static boolean isOn(Object map) {
    if (WRITE_FIELDS == null) {
      return false;
    }
    try {
      Keeper keeper = new Keeper();
      WRITE_FIELDS.invokeExact(map, (ObjectOutputStream) keeper);
      return keeper.fields.accessOrder;
    } catch (Throwable e) {
      throw new IllegalStateException("map=" + map.getClass(), e);
    }
  }

  /// A stream that keeps the field.
  private static final class Keeper extends ObjectOutputStream {

    final Fields fields = new Fields();

    Keeper() throws IOException {}

    @Override
    public PutField putFields() {
      return fields;
    }

    @Override
    public void writeFields() {}
  }

  private static final class Fields extends ObjectOutputStream.PutField {

    boolean accessOrder;

    @Override
    public void put(String name, boolean value) {
      if (name.equals("accessOrder")) {
        accessOrder = value;
      }
    }

    @Override
    public void put(String name, byte value) {}

    @Override
    public void put(String name, char value) {}

    @Override
    public void put(String name, short value) {}

    @Override
    public void put(String name, int value) {}

    @Override
    public void put(String name, long value) {}

    @Override
    public void put(String name, float value) {}

    @Override
    public void put(String name, double value) {}

    @Override
    public void put(String name, @Nullable Object value) {}

    @Override
    @Deprecated
    @SuppressWarnings("removal") // it is abstract
    public void write(ObjectOutput out) {
      throw new UnsupportedOperationException("nothing is written");
    }
  }
}
