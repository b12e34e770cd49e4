// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// Access to the internal bytes of strings, for applications that run with `--add-opens
/// java.base/java.lang=dev.segue.serializer` (or `=ALL-UNNAMED` on the class path). It is off
/// without the flag, or on a JDK whose strings have other fields.
public final class StringInternals {

  private static final byte LATIN1 = 0;
  private static final byte UTF16 = 1;
  private static final @Nullable VarHandle VALUE;
  private static final @Nullable VarHandle CODER;
  private static final @Nullable MethodHandle NEW;

  static {
    VarHandle value = null;
    VarHandle coder = null;
    MethodHandle constructor = null;
    try {
      MethodHandles.Lookup string =
          MethodHandles.privateLookupIn(String.class, MethodHandles.lookup());
      value = string.findVarHandle(String.class, "value", byte[].class);
      coder = string.findVarHandle(String.class, "coder", byte.class);
      constructor =
          string.findConstructor(
              String.class, MethodType.methodType(void.class, byte[].class, byte.class));
    } catch (IllegalAccessException | NoSuchFieldException | NoSuchMethodException e) {
      value = null;
    }
    VALUE = value;
    CODER = coder;
    NEW = constructor;
  }

  /// Whether the access is available.
  public static final boolean OPEN =
      VALUE != null
          && CODER != null
          && NEW != null
          && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private StringInternals() {}

  /// Whether a string is stored with one byte per character.
  public static boolean isLatin1(String string) {
    return CODER != null && (byte) CODER.get(string) == LATIN1;
  }

  /// The internal bytes of a string, Latin-1 or UTF-16; must not be modified.
  public static byte[] bytes(String string) {
    if (VALUE == null) {
      throw new IllegalStateException("java.lang is not open");
    }
    return (byte[]) VALUE.get(string);
  }

  /// Creates a string that takes over an array of Latin-1 bytes.
  public static String ofLatin1(byte[] bytes) {
    return create(bytes, LATIN1);
  }

  /// Creates a string that takes over an array of UTF-16 bytes. Returns null if all characters fit
  /// into one byte, since the JVM requires such strings to be stored as Latin-1.
  public static @Nullable String ofUtf16(byte[] bytes) {
    for (int i = 1; i < bytes.length; i += Character.BYTES) {
      if (bytes[i] != 0) {
        return create(bytes, UTF16);
      }
    }
    return null;
  }

  private static String create(byte[] bytes, byte coder) {
    if (NEW == null) {
      throw new IllegalStateException("java.lang is not open");
    }
    try {
      return (String) NEW.invokeExact(bytes, coder);
    } catch (Throwable e) {
      throw new AssertionError("the constructor throws nothing", e);
    }
  }
}
