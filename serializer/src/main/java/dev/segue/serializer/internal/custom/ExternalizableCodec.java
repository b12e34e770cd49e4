// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.custom;

import dev.segue.serializer.internal.call.Hook;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.codec.Access;
import dev.segue.serializer.internal.codec.Values;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.Externalizable;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The codec of externalizable classes. The format is the number of bytes that `writeExternal`
/// writes (4), these bytes as `DataOutput` defines them, then the objects that it writes, as a
/// list.
final class ExternalizableCodec extends InterpretedCodec {

  private final Class<?> type;
  private final MethodHandle constructor;
  private final Values values;
  private final Hook hook = this::external;

  ExternalizableCodec(Class<?> type, TypeRegistry registry) {
    this.type = type;
    this.values = new Values(registry);
    try {
      constructor = Access.lookupIn(type).unreflectConstructor(type.getDeclaredConstructor());
    } catch (ReflectiveOperationException e) {
      throw Failures.unsupported(
          type, "it is Externalizable, but has no constructor without parameters; add one");
    }
  }

  private static final class Output extends DataOutputStream implements ObjectOutput {

    private final ByteArrayOutputStream bytes;
    private final List<@Nullable Object> objects = new ArrayList<>();

    Output(ByteArrayOutputStream bytes) {
      super(bytes);
      this.bytes = bytes;
    }

    @Override
    public void writeObject(@Nullable Object object) {
      objects.add(object);
    }
  }

  private static final class Input extends DataInputStream implements ObjectInput {

    private final @Nullable Object[] objects;
    private int next;

    Input(byte[] bytes, @Nullable Object[] objects) {
      super(new ByteArrayInputStream(bytes));
      this.objects = objects;
    }

    @Override
    public @Nullable Object readObject() throws EOFException {
      if (next == objects.length) {
        throw new EOFException("only " + next + " objects were written");
      }
      return objects[next++];
    }
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    Output output = (Output) Objects.requireNonNull(buffer.run(hook, value), "an output");
    byte[] bytes = output.bytes.toByteArray();
    long head = Slots.reserve(position, Integer.BYTES, limit);
    long body = Slots.reserve(head, bytes.length, limit);
    buffer.putInt(position, bytes.length);
    buffer.putArray(bytes, head);
    return values.writeList(output.objects, buffer, body, limit, depth);
  }

  private Output external(Object value) {
    Output output = new Output(new ByteArrayOutputStream());
    try {
      ((Externalizable) value).writeExternal(output);
      output.flush();
    } catch (Exception e) {
      throw Failures.hook("writeExternal of " + type.getName(), e);
    }
    return output;
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    long head = Slots.block(position, Integer.BYTES, end);
    byte[] bytes = new byte[Sequences.count(buffer.getInt(position), Byte.BYTES, head, end)];
    buffer.getArray(bytes, head);
    Externalizable made = make();
    buffer.publish(position, made);
    @Nullable Object[] objects = values.readList(buffer, head + bytes.length, end, depth);
    buffer.settle(position, end);
    try {
      made.readExternal(new Input(bytes, objects));
    } catch (Exception e) {
      throw Failures.hook("readExternal of " + type.getName(), e);
    }
    return made;
  }

  private Externalizable make() {
    try {
      return (Externalizable) constructor.invoke();
    } catch (VirtualMachineError e) {
      throw e;
    } catch (Throwable e) {
      throw Failures.hook("the constructor of " + type.getName(), e);
    }
  }
}
