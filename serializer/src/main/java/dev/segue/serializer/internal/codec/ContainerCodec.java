// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.container.ArrayKind;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.RowsCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Form;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The codec of containers of one kind whose elements have no declared type.
final class ContainerCodec extends InterpretedCodec implements RowsCodec {

  private static final Shape ANYTHING = new Shape.Any(Object.class);

  /// The JIT inlines a recursive method once. Two recursive calls in one method keep it from
  /// inlining nested containers several levels deep, which gains nothing and takes a second to
  /// compile.
  private static final int HOPS = 2;

  private final ContainerKind kind;
  private final List<Shape> columns;
  private final TypeRegistry registry;

  /// Created on first use, since it is not needed if fields declare the types of elements. Racing
  /// threads create equal ones.
  private @Nullable Rows rows;

  private ContainerCodec(ContainerKind kind, List<Shape> columns, TypeRegistry registry) {
    this.kind = kind;
    this.columns = List.copyOf(columns);
    this.registry = registry;
  }

  /// The codec of containers without declared types.
  static ObjectCodec untyped(ContainerKind kind, TypeRegistry registry) {
    return new ContainerCodec(kind, Collections.nCopies(kind.columns(), ANYTHING), registry);
  }

  /// The codec of a registered class of arrays.
  static ObjectCodec ofArray(Class<?> component, Shape element, TypeRegistry registry) {
    return new ContainerCodec(new ArrayKind(component), List.of(element), registry);
  }

  private Rows rows() {
    Rows made = rows;
    if (made == null) {
      made = new Values(registry).rows(columns, kind);
      rows = made;
    }
    return made;
  }

  @Override
  public ContainerKind writtenKind() {
    return kind;
  }

  @Override
  public ContainerKind readKind(Shape.Table table) {
    return kind;
  }

  @Override
  public Form form() {
    return new Form.Parts(0, columns);
  }

  @Override
  protected long write(Object value, PayloadBuffer buffer, long position, long limit, int depth) {
    return write(value, buffer, position, limit, depth, HOPS);
  }

  private long write(
      Object value, PayloadBuffer buffer, long position, long limit, int depth, int hops) {
    return hops > 0
        ? write(value, buffer, position, limit, depth, hops - 1)
        : rows().write(value, buffer, position, limit, depth);
  }

  @Override
  protected Object read(PayloadBuffer buffer, long position, long end, int depth) {
    return read(buffer, position, end, depth, HOPS);
  }

  private Object read(PayloadBuffer buffer, long position, long end, int depth, int hops) {
    return hops > 0
        ? read(buffer, position, end, depth, hops - 1)
        : rows().read(buffer, position, position, end, depth);
  }
}
