// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.types;

import dev.segue.serializer.exec.Failures;
import dev.segue.serializer.exec.InterpretedCodec;
import dev.segue.serializer.exec.Medium;
import dev.segue.serializer.exec.Sequences;
import dev.segue.serializer.exec.Slots;
import dev.segue.serializer.model.Shapes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.Set;

/// A class that nothing but its `writeObject` and `readObject` tell about: what Java's own
/// serialization makes of it, byte by byte. Only classes that are registered for this, and values
/// of a few packages of the JDK, are let in.
public final class SerializableCodec extends InterpretedCodec {

  private static final int MAX_DEPTH = 64;
  private static final Set<String> VALUES =
      Set.of("java.lang", "java.math", "java.time", "java.util", "java.util.concurrent.atomic");

  private final Class<?> type;
  private final Set<Class<?>> admitted;

  /// @param admitted the classes that are registered for this
  public SerializableCodec(Class<?> type, Set<Class<?>> admitted) {
    this.type = type;
    this.admitted = Set.copyOf(admitted);
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
      stream.writeObject(value);
    } catch (IOException | RuntimeException e) {
      throw Faults.hook("writeObject of " + type.getName(), e);
    }
    byte[] written = bytes.toByteArray();
    long end = Slots.reserve(position, written.length, limit);
    medium.putArray(written, position);
    return end;
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    int length = Sequences.elements(end - position, Byte.BYTES, position);
    medium.charge(length, Byte.BYTES, position);
    byte[] bytes = new byte[length];
    medium.getArray(bytes, position);
    Object value;
    try (ObjectInputStream stream = new Input(bytes)) {
      stream.setObjectInputFilter(info -> check(info, bytes.length));
      value = stream.readObject();
    } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
      throw Faults.hook("readObject of " + type.getName(), e);
    }
    if (!type.isInstance(value)) {
      throw Failures.malformed("corrupt: no " + type.getName(), position);
    }
    return value;
  }

  private ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info, int length) {
    if (info.depth() > MAX_DEPTH || info.references() > length || info.arrayLength() > length) {
      return ObjectInputFilter.Status.REJECTED;
    }
    Class<?> found = info.serialClass();
    return found == null || isAdmitted(Shapes.innermost(found))
        ? ObjectInputFilter.Status.ALLOWED
        : ObjectInputFilter.Status.REJECTED;
  }

  /// A class, or one that it extends; what arrays of primitives are made of.
  private boolean isAdmitted(Class<?> found) {
    return found.isPrimitive()
        || admitted.stream().anyMatch(found::isAssignableFrom)
        || (found.getModule() == Object.class.getModule()
            && VALUES.contains(found.getPackageName()));
  }

  private final class Input extends ObjectInputStream {

    Input(byte[] bytes) throws IOException {
      super(new ByteArrayInputStream(bytes));
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(description.getName(), false, type.getClassLoader());
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description); // primitives
      }
    }
  }
}
