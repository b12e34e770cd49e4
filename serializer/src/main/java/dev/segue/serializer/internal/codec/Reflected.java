// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.container.ArrayKind;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.layout.Shapes;
import dev.segue.serializer.internal.registry.ClassReference;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.unregistered.UnregisteredErrors;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import java.util.List;

/// Codecs of `Class` objects, arrays of any class, and plain `Object`s.
final class Reflected {

  private Reflected() {}

  /// The codec of `Class` objects.
  static ObjectCodec ofClass(TypeRegistry registry) {
    return new OfClass(registry);
  }

  /// The codec of arrays whose class no field declares.
  static ObjectCodec ofArray(TypeRegistry registry) {
    return new OfArray(registry, registry.shapes());
  }

  /// The codec of plain objects.
  static ObjectCodec plain() {
    return new Plain();
  }

  /// The codec of a class without direct instances.
  static ObjectCodec onlyName(Class<?> type) {
    return new OnlyName(type);
  }

  /// A `Class`.
  private static final class OfClass extends InterpretedCodec {

    private final ClassReference reference;

    OfClass(TypeRegistry registry) {
      this.reference = new ClassReference(registry);
    }

    @Override
    public boolean isTracked() {
      return false;
    }

    @Override
    public Form form() {
      return new Form.Plain(ClassReference.BYTES);
    }

    @Override
    protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
      long end = Slots.reserve(position, ClassReference.BYTES, limit);
      reference.write((Class<?>) value, buffer, position);
      return end;
    }

    @Override
    @SuppressWarnings("NullAway") // the reader's options map unknown classes to null
    protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
      Slots.finish(Slots.block(position, ClassReference.BYTES, end), end);
      return reference.read(buffer, position);
    }
  }

  /// An array whose class no field declares: the class of its elements, then the elements.
  private static final class OfArray extends InterpretedCodec {

    private final ClassReference reference;
    private final Shapes shapes;
    private final Values values;

    OfArray(TypeRegistry registry, Shapes shapes) {
      this.reference = new ClassReference(registry);
      this.shapes = shapes;
      this.values = new Values(registry);
    }

    @Override
    public Form form() {
      return new Form.AnyArray();
    }

    @Override
    protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
      Class<?> component = value.getClass().componentType();
      ClassReference.Element element =
          reference.writeElement(component, shapes, buffer, position, limit);
      return rows(element, component).write(value, buffer, element.end(), limit, depth);
    }

    @Override
    protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
      ClassReference.Element element = reference.readElement(shapes, buffer, position, end);
      return rows(element, element.type()).read(buffer, position, element.end(), end, depth);
    }

    private Rows rows(ClassReference.Element element, Class<?> component) {
      return values.rows(List.of(element.shape()), new ArrayKind(component));
    }
  }

  /// A plain object: `new Object()`.
  private static final class Plain extends InterpretedCodec {

    @Override
    public Form form() {
      return new Form.Plain(1);
    }

    @Override
    protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
      long end = Slots.reserve(position, 1, limit);
      buffer.putNumber(position, 1, 0);
      return end;
    }

    @Override
    protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
      Slots.finish(Slots.block(position, 1, end), end);
      return new Object();
    }
  }

  /// A class without direct instances, known only so that its arrays can be written.
  private static final class OnlyName extends InterpretedCodec {

    private final Class<?> type;

    OnlyName(Class<?> type) {
      this.type = type;
    }

    @Override
    protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
      throw UnregisteredErrors.unregistered(value.getClass());
    }

    @Override
    protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
      throw Failures.malformed(
          "corrupt: there are no direct instances of " + type.getName(), position);
    }
  }
}
