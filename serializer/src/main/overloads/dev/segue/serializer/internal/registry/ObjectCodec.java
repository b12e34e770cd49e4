// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.BytesBuffer;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.wire.Form;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The codec of one class: writes and reads its instances, in byte arrays and segments. Immutable
/// and thread-safe: positions are arguments and results.
///
/// `limit` is where the writer must stop; the byte at `limit` also belongs to the payload, and may
/// be overwritten temporarily with any value. `end` is the exact end of the value's bytes. `depth`
/// is the number of nesting levels left. `session` is the state that some of the serializer's
/// options require, usually null.
public abstract class ObjectCodec {

  /// For implementations, including generated ones.
  protected ObjectCodec() {}

  /// Whether the identity of instances matters: each is then written once if references are on. The
  /// caller handles this when writing; when reading, the codec records the instance at its
  /// position.
  public boolean isTracked() {
    return true;
  }

  /// Whether the identity of this instance matters. It does not matter if the instance takes no
  /// bytes: the next value begins at the same position, so a reference would be ambiguous.
  public boolean isTracked(Object value) {
    return isTracked();
  }

  /// The wire format of the values, to the extent that it is known.
  public Form form() {
    return Form.OPAQUE;
  }

  /// Writes an object.
  ///
  /// @return the offset after the last byte written
  public abstract long write(
      Object value,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session);

  /// Writes the root object of a payload. Generated code overrides this, so that how deep the
  /// caller is nested makes no difference to how the JIT compiles it.
  ///
  /// @return the offset after the last byte written
  public long writeRoot(
      Object value,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    return write(value, segment, position, limit, depth, session);
  }

  /// Writes an object to either kind of memory.
  ///
  /// @return the offset after the last byte written
  public long writeTo(PayloadBuffer buffer, Object value, long position, long limit, int depth) {
    if (buffer instanceof BytesBuffer(byte[] bytes, Session session)) {
      return write(value, bytes, (int) position, (int) limit, depth, session);
    }
    SegmentBuffer other = (SegmentBuffer) buffer;
    return write(value, other.segment(), position, limit, depth, other.session());
  }

  /// Reads an object from either kind of memory.
  public Object readFrom(PayloadBuffer buffer, long position, long end, int depth) {
    if (buffer instanceof BytesBuffer(byte[] bytes, Session session)) {
      return read(bytes, (int) position, (int) end, depth, session);
    }
    SegmentBuffer other = (SegmentBuffer) buffer;
    return read(other.segment(), position, end, depth, other.session());
  }

  public abstract Object read(
      MemorySegment segment, long position, long end, int depth, @Nullable Session session);
}
