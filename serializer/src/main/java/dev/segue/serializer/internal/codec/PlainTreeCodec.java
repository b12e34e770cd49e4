// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Slots;
import org.jspecify.annotations.Nullable;

/// The codec of containers of one kind as trees, by interpretation.
final class PlainTreeCodec extends InterpretedCodec implements TreeRoot {

  private final ContainerKind kind;
  private final TypeRegistry registry;

  PlainTreeCodec(ContainerKind kind, TypeRegistry registry) {
    this.kind = kind;
    this.registry = registry;
  }

  @Override
  public ContainerKind kind() {
    return kind;
  }

  @Override
  public boolean isTracked() {
    return false;
  }

  @Override
  public Form form() {
    return new Form.Tree(kind.columns());
  }

  @Override
  protected long write(Object value, Medium medium, long position, long limit, int depth) {
    return new PlainTreeWriter(registry, medium, limit).write(kind, value, position, depth);
  }

  @Override
  protected Object read(Medium medium, long position, long end, int depth) {
    return read(kind, null, medium, position, end, depth);
  }

  @Override
  public Gathered gather(Object like, Medium medium, long position, long end, int depth) {
    return (Gathered) read(Rows.ELEMENTS, like, medium, position, end, depth);
  }

  private Object read(
      ContainerKind read,
      @Nullable Object target,
      Medium medium,
      long position,
      long end,
      int depth) {
    PlainTreeReader reader = new PlainTreeReader(registry, medium, position, end);
    Object tree = reader.rows(read, reader.count(), target, depth);
    Slots.finish(reader.current(), end);
    return tree;
  }
}
