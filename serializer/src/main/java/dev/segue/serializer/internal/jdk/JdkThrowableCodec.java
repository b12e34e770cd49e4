// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.SerialFields;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The codec of throwables from the JDK's exported packages. The format is a slot, the class's
/// binary name as text, then the [ThrowableState].
final class JdkThrowableCodec extends InterpretedCodec {

  private final ThrowableState state;

  JdkThrowableCodec(Values values) {
    this.state = new ThrowableState(values);
  }

  /// Searches only the JDK, and initializes only throwables.
  private static Class<?> find(@Nullable String name, long position) {
    try {
      if (name != null && name.startsWith("java")) {
        Class<?> type = Class.forName(name, false, ClassLoader.getPlatformClassLoader());
        if (Throwable.class.isAssignableFrom(type)
            && !Modifier.isAbstract(type.getModifiers())
            && isKnown(type)) {
          return type;
        }
      }
    } catch (ClassNotFoundException | LinkageError e) {
      throw Failures.malformed("corrupt: not a throwable of the JDK: " + e, position);
    }
    throw Failures.malformed("corrupt: not a throwable of the JDK: " + name, position);
  }

  private static boolean isKnown(Class<?> type) {
    return type.getName().startsWith("java") && type.getModule().isExported(type.getPackageName());
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    Class<?> type = value.getClass();
    if (!isKnown(type)) {
      throw Failures.unsupported(
          type,
          "of the JDK's throwables, only those in exported packages named java... or javax... are"
              + " supported; write another one with its text");
    }
    long head = Slots.reserve(position, Integer.BYTES, limit);
    long body = buffer.writeText(type.getName(), head, limit, head, position);
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    ThrowableState.addSerialFields((Throwable) value, type, fields);
    return state.write((Throwable) value, fields, buffer, body, limit, depth);
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    long head = Slots.block(position, Integer.BYTES, end);
    int slot = buffer.getInt(position);
    long body = Slots.end(slot, head, head, end);
    Class<?> type = find(buffer.readText(head, body, slot), position);
    Throwable throwable = (Throwable) SerialFields.instantiate(type);
    buffer.publish(position, throwable);
    Map<?, ?> _ = state.read(throwable, type, buffer, body, end, depth);
    return throwable;
  }
}
