// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.Absent;
import dev.segue.serializer.internal.call.PayloadBuffer;
import dev.segue.serializer.internal.call.SegmentBuffer;
import dev.segue.serializer.internal.call.Session;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// A codec that is written once for both kinds of memory. Interpreted codecs pass the
/// [PayloadBuffer] to each other; it is created when other code calls the first of them.
public abstract class InterpretedCodec extends ObjectCodec implements Absent {

  protected abstract long write(
      Object value, PayloadBuffer buffer, long position, long limit, int depth);

  protected abstract Object read(PayloadBuffer buffer, long position, long end, int depth);

  @Override
  public final long write(
      Object value,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    return write(value, new SegmentBuffer(segment, session), position, limit, depth);
  }

  @Override
  public final Object read(
      MemorySegment segment, long position, long end, int depth, @Nullable Session session) {
    return readNoted(new SegmentBuffer(segment, session), position, end, depth);
  }

  @Override
  public final long writeTo(
      PayloadBuffer buffer, Object value, long position, long limit, int depth) {
    return write(value, buffer, position, limit, depth);
  }

  @Override
  public final Object readFrom(PayloadBuffer buffer, long position, long end, int depth) {
    return readNoted(buffer, position, end, depth);
  }

  /// Reads a value, and records it for references to it. A value without bytes cannot be
  /// referenced, see [#isTracked(Object)].
  @SuppressWarnings("NullAway") // a codec returns null for an unknown value
  final Object readNoted(PayloadBuffer buffer, long position, long end, int depth) {
    Session session = buffer.session();
    if (session == null || !session.tracks() || !isTracked() || position == end) {
      return read(buffer, position, end, depth);
    }
    int number = session.reserve(position, end);
    @Nullable Object object = read(buffer, position, end, depth);
    session.set(number, object == null ? this : object);
    return object;
  }

  @Override
  public void checkAbsent(boolean isSkipped, long position) {}
}
