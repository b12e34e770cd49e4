// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.BytesBuffer;
import dev.segue.serializer.internal.call.Gathered;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.container.ContainerKind;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.registry.TypeRegistry;
import dev.segue.serializer.internal.wire.Form;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The codec of containers of one kind as trees. References to trees are not possible, so writers
/// that track references write tables instead.
final class TreeCodec extends ObjectCodec {

  private final ContainerKind kind;
  private final TreeWriter writer;
  private final TreeReader reader;

  private TreeCodec(ContainerKind kind, TypeRegistry registry) {
    this.kind = kind;
    this.writer = new TreeWriter(registry);
    this.reader = new TreeReader(registry);
  }

  /// The codec of containers of one kind.
  static ObjectCodec of(ContainerKind kind, TypeRegistry registry) {
    return new TreeCodec(kind, registry);
  }

  ContainerKind kind() {
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
  public long write(
      Object value,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    return writer.write(kind, value, segment, position, limit, depth, session);
  }

  @Override
  public Object read(
      MemorySegment segment, long position, long end, int depth, @Nullable Session session) {
    return reader.read(kind, null, segment, position, end, depth, session);
  }

  /// Reads elements for a container that is filled later.
  Gathered gather(Object like, PayloadBuffer buffer, long position, long end, int depth) {
    return (Gathered)
        switch (buffer) {
          case BytesBuffer(byte[] bytes, Session session) ->
              reader.read(Rows.ELEMENTS, like, bytes, (int) position, (int) end, depth, session);
          case SegmentBuffer(MemorySegment segment, Session session) ->
              reader.read(Rows.ELEMENTS, like, segment, position, end, depth, session);
        };
  }
}
