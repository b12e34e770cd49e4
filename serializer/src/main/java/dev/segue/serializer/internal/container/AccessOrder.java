// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.container;

import dev.segue.serializer.internal.layout.JdkFactory;
import java.io.IOException;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/// Checks whether a `LinkedHashMap` is in access order. None of its methods reveals this without
/// changing the map, but its serial fields do. The [JdkFactory] passes them to a stream, which here
/// writes nothing and throws if the field is true. The stream has no state, so all threads share
/// it. On a JDK without this factory, all maps are assumed to be in insertion order.
public final class AccessOrder {

  private static final @Nullable MethodHandle WRITE_FIELDS = find();
  private static final ObjectOutputStream STREAM = stream();

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

  private static ObjectOutputStream stream() {
    try {
      return new Stream();
    } catch (IOException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// @param map a `LinkedHashMap`, not a subclass
  public static boolean isOn(Object map) {
    if (WRITE_FIELDS == null) {
      return false;
    }
    try {
      WRITE_FIELDS.invokeExact(map, STREAM);
      return false;
    } catch (AccessOrdered e) {
      return true;
    } catch (Error | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("map=" + map.getClass(), e);
    }
  }

  /// Signals that the field is true.
  @SuppressWarnings("serial") // never leaves this class
  private static final class AccessOrdered extends RuntimeException {

    AccessOrdered() {
      super("in access order", null, false, false);
    }
  }

  private static final class Stream extends ObjectOutputStream {

    private final Fields fields = new Fields();

    Stream() throws IOException {}

    @Override
    public PutField putFields() {
      return fields;
    }

    @Override
    public void writeFields() {}
  }

  private static final class Fields extends ObjectOutputStream.PutField {

    private final AccessOrdered ordered = new AccessOrdered();

    @Override
    public void put(String name, boolean value) {
      if (value && name.equals("accessOrder")) {
        throw ordered;
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
    @SuppressWarnings("removal") // the superclass method is abstract
    public void write(ObjectOutput out) {
      throw new UnsupportedOperationException("nothing is written");
    }
  }
}
