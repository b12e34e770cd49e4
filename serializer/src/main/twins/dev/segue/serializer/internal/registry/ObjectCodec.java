// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.registry;

import dev.segue.serializer.internal.call.BytesMedium;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.call.SegmentMedium;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.wire.Form;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Writes and reads the instances of one class, in either kind of memory. Immutable and safe for
/// any thread: the position travels as argument and result.
///
/// `limit` is where the writer must stop; the byte at it belongs to the payload too, and may be
/// overwritten with anything on the way. `end` is where the value's bytes end, exactly. `depth` is
/// how many more levels of objects may be entered. `session` is what the options of the serializer
/// ask for, mostly nothing.
public abstract class ObjectCodec {

  /// For implementations, generated ones among them.
  protected ObjectCodec() {}

  /// Whether it matters which of several equal instances one has: those are written once if
  /// references are asked for. The caller does that when writing; when reading, the codec notes the
  /// instance at its position.
  public boolean isTracked() {
    return true;
  }

  /// Whether that matters of this instance. It does not of one that takes no bytes: what follows it
  /// begins where it does, and nobody could tell which of the two is referred to.
  public boolean isTracked(Object value) {
    return isTracked();
  }

  /// How the values stand on the wire, as far as that can be told.
  public Form form() {
    return Form.OPAQUE;
  }

  /// Writes an object.
  ///
  /// @return the offset behind the last byte written
  public abstract long write(
      Object value,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session);

  /// Writes an object to either kind of memory.
  ///
  /// @return the offset after the last byte written
  public long writeTo(Medium medium, Object value, long position, long limit, int depth) {
    return switch (medium) {
      case BytesMedium(byte[] bytes, Session session) ->
          write(value, bytes, (int) position, (int) limit, depth, session);
      case SegmentMedium(MemorySegment segment, Session session) ->
          write(value, segment, position, limit, depth, session);
    };
  }

  /// Reads an object from either kind of memory.
  public Object readFrom(Medium medium, long position, long end, int depth) {
    return switch (medium) {
      case BytesMedium(byte[] bytes, Session session) ->
          read(bytes, (int) position, (int) end, depth, session);
      case SegmentMedium(MemorySegment segment, Session session) ->
          read(segment, position, end, depth, session);
    };
  }

  public abstract Object read(
      MemorySegment segment, long position, long end, int depth, @Nullable Session session);
}
