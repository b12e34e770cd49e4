// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.codec;

import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.layout.Shape;
import dev.segue.serializer.internal.registry.TypeRegistry;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Writes and reads values of one shape by interpretation, for generated code to call in rare
/// cases.
public final class ShapeCodec {

  private final Shape shape;
  private final Values values;

  public ShapeCodec(Shape shape, TypeRegistry registry) {
    this.shape = shape;
    this.values = new Values(registry);
  }

  @SuppressWarnings("LongSignature") // generated code cannot bundle these in objects
  public long write(
      @Nullable Object value,
      MemorySegment segment,
      long current,
      long limit,
      int depth,
      long base,
      long slot,
      @Nullable Session session) {
    PayloadBuffer buffer = new SegmentBuffer(segment, session);
    if (shape instanceof Shape.Text) {
      return buffer.writeText((String) value, current, limit, base, slot);
    }
    return buffer.putSlot(slot, base, values.write(shape, value, buffer, current, limit, depth));
  }

  /// Skips a value, but records its objects, since later values may refer to them.
  public void skip(
      MemorySegment segment,
      long current,
      long end,
      int depth,
      int slot,
      @Nullable Session session) {
    values.skip(shape, new SegmentBuffer(segment, session), current, end, depth, slot);
  }

  /// The error for a container that has lost rows when generated code read it; null if this is
  /// allowed.
  ///
  /// @param body the position of its count
  public @Nullable RuntimeException equalKeys(
      Object container,
      MemorySegment segment,
      long body,
      long end,
      int depth,
      @Nullable Session session) {
    PayloadBuffer buffer = new SegmentBuffer(segment, session);
    return values.equalKeys((Shape.Table) shape, container, buffer, body, end, depth);
  }

  public @Nullable Object read(
      MemorySegment segment,
      long current,
      long end,
      int depth,
      int slot,
      @Nullable Session session) {
    return values.read(shape, new SegmentBuffer(segment, session), current, end, depth, slot);
  }
}
