// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The codec of classes whose state only their `writeObject` and `readObject` methods define. The
/// format is a Java serialization stream. The streams may contain only the classes of the
/// [Admission]; this is checked when writing, see [SerializableOutput], and when reading.
public final class SerializableCodec extends InterpretedCodec {

  /// The maximum number of array elements for each byte of a stream. JDK containers size their
  /// tables by load factors from the stream, so there can be many.
  private static final int SPARSENESS = 8;

  private final Class<?> type;
  private final Admission admission;
  private final boolean isReplaced;
  private final Hook hook = this::bytes;

  private SerializableCodec(Class<?> type, Set<Class<?>> admitted) {
    this.type = type;
    this.admission = new Admission(admitted);
    this.isReplaced = Hooks.of(type).readResolve() != null;
  }

  /// The codec of a class.
  ///
  /// @param admitted the classes that may be in the streams
  public static ObjectCodec of(Class<?> type, Set<Class<?>> admitted) {
    return new SerializableCodec(type, admitted);
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    byte[] written = (byte[]) Objects.requireNonNull(buffer.run(hook, value), "bytes");
    long end = Slots.reserve(position, written.length, limit);
    buffer.putArray(written, position);
    return end;
  }

  private byte[] bytes(Object value) {
    return SerializableOutput.write(value, type, admission);
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    int length = Sequences.elements(end - position, Byte.BYTES, position);
    buffer.charge(length, Byte.BYTES, position);
    byte[] bytes = new byte[length];
    buffer.getArray(bytes, position);
    Input input = null;
    Object value;
    try (Input stream = new Input(bytes)) {
      input = stream;
      stream.setObjectInputFilter(info -> check(info, length));
      value = stream.readObject();
    } catch (IOException | ClassNotFoundException | RuntimeException | LinkageError e) {
      throw input == null || input.refused == null
          ? Failures.hook("readObject of " + type.getName(), e)
          : refused(input.refused, position, e);
    }
    if (value == null || !(type.isInstance(value) || isReplaced)) {
      throw Failures.malformed("corrupt: not a " + type.getName(), position);
    }
    return value;
  }

  private SerializationException refused(Class<?> found, long position, Throwable cause) {
    SerializationException error =
        Errors.of(
            Kind.UNREGISTERED_CLASS,
            "the payload has a %s in a %s, which is not registered for it here; %s"
                .formatted(
                    found.getName(),
                    type.getName(),
                    Admission.remedy(Set.of(found), type, "on this side")),
            position);
    error.initCause(cause);
    return error;
  }

  private static ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info, int length) {
    return info.depth() > SerializableOutput.MAX_DEPTH
            || info.references() > length
            || info.arrayLength() > (long) SPARSENESS * length
        ? ObjectInputFilter.Status.REJECTED
        : ObjectInputFilter.Status.ALLOWED;
  }

  /// Checks classes when the stream names them. An `ObjectInputFilter` would also see the results
  /// of `readResolve`, which may be of any class.
  private final class Input extends ObjectInputStream {

    private @Nullable Class<?> refused;

    Input(byte[] bytes) throws IOException {
      super(new ByteArrayInputStream(bytes));
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      Class<?> found = find(description);
      if (!admission.admits(found)) {
        refused = found;
        throw new InvalidClassException(found.getName(), "not admitted");
      }
      return found;
    }

    private Class<?> find(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      Class<?> admitted = admission.named(description.getName());
      if (admitted != null) {
        return admitted;
      }
      try {
        return Class.forName(description.getName(), false, type.getClassLoader());
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description); // primitives
      }
    }

    @Override
    protected Class<?> resolveProxyClass(String[] interfaces) throws InvalidClassException {
      throw new InvalidClassException("a proxy of " + List.of(interfaces), "not admitted");
    }
  }
}
