// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.reflect.Modifier;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A throwable of a public class of the JDK: a slot, the class's binary name as a text, then its
/// [ThrowableState].
final class JdkThrowableCodec extends InterpretedCodec {

  private final ThrowableState state;

  JdkThrowableCodec(Values values) {
    this.state = new ThrowableState(values);
  }

  /// Classes are looked for in the JDK alone, and none but throwables are initialized.
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
      throw Failures.malformed("corrupt: no throwable of the JDK: " + e, position);
    }
    throw Failures.malformed("corrupt: no throwable of the JDK: " + name, position);
  }

  private static boolean isKnown(Class<?> type) {
    return type.getName().startsWith("java") && type.getModule().isExported(type.getPackageName());
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    Class<?> type = value.getClass();
    if (!isKnown(type)) {
      throw Failures.unsupported(type, "it is a throwable of the JDK's own that nobody else knows");
    }
    long head = Slots.reserve(position, Integer.BYTES, limit);
    long body = medium.writeText(type.getName(), head, limit, head, position);
    return state.write((Throwable) value, type, Map.of(), medium, body, limit, depth);
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    long head = Slots.block(position, Integer.BYTES, end);
    int slot = medium.getInt(position);
    long body = Slots.end(slot, head, head, end);
    Class<?> type = find(medium.readText(head, body, slot), position);
    Throwable throwable = (Throwable) SerialFields.instantiate(type);
    medium.publish(position, throwable);
    Map<?, ?> _ = state.read(throwable, type, medium, body, end, depth);
    return throwable;
  }
}
