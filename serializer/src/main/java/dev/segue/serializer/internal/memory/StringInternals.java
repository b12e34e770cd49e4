// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// The bytes inside of strings, for applications that run with `--add-opens
/// java.base/java.lang=dev.segue.serializer` (or `=ALL-UNNAMED` on the class path). Nothing is
/// forced open: without the flag, or on a JDK whose strings look different inside, this is switched
/// off.
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

  /// Whether strings are open.
  public static final boolean OPEN =
      VALUE != null
          && CODER != null
          && NEW != null
          && ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private StringInternals() {}

  /// Whether a string has one byte per character inside.
  public static boolean isLatin1(String string) {
    return CODER != null && (byte) CODER.get(string) == LATIN1;
  }

  /// The bytes of a string, Latin-1 or UTF-16; not to be written to.
  public static byte[] bytes(String string) {
    if (VALUE == null) {
      throw new IllegalStateException("java.lang is not open");
    }
    return (byte[]) VALUE.get(string);
  }

  /// A string of Latin-1 bytes that are its own from now on.
  public static String ofLatin1(byte[] bytes) {
    return create(bytes, LATIN1);
  }

  /// A string of UTF-16 bytes that are its own from now on; null if one byte would do for each of
  /// its characters: strings count on it that their bytes are Latin-1 then.
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
