// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.IncomingContents;
import dev.segue.serializer.internal.call.OutgoingContents;
import dev.segue.serializer.internal.call.Session;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.ObjectCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// The codec of types that are a range of memory: a head of a few bytes, then the content. In calls
/// with contents out of band, the location comes first, see [OutgoingContents].
///
/// @param <T> the type
abstract class MemoryCodec<T> extends ObjectCodec {

  private static final int ALIGNMENT_BYTES = 8;

  private final Class<T> type;
  private final int headBytes;
  private final boolean sliced;

  /// @param sliced whether values may be slices of the payload's memory, if the call allows it
  MemoryCodec(Class<T> type, int headBytes, boolean sliced) {
    this.type = type;
    this.headBytes = headBytes;
    this.sliced = sliced;
  }

  abstract long byteSize(T memory);

  /// Writes the head into space that is already reserved.
  abstract void putHead(T memory, MemorySegment segment, long position);

  /// Writes the whole content into space that is already reserved.
  abstract void putContent(T memory, MemorySegment segment, long position);

  /// Creates a value from a content out of band; throws an exception if the head is not valid.
  abstract T around(Object content, MemorySegment segment, long position);

  /// Creates a value that is a read-only part of the payload; throws an exception if the head is
  /// not valid.
  ///
  /// @param position the position of the head
  /// @param current the position of the content
  /// @param bytes the length of the content in bytes
  abstract T sliceOf(MemorySegment segment, long position, long current, long bytes);

  /// Creates a value with its own memory; throws an exception if the head is not valid.
  ///
  /// @param position the position of the head
  /// @param current the position of the content
  /// @param length its length in bytes
  abstract T copyOf(MemorySegment segment, long position, long current, int length);

  @Override
  public final Form form() {
    return new Form.Plain(Form.ANY_WIDTH);
  }

  @Override
  @SuppressWarnings("unchecked") // the registry chose this codec by class
  public final long write(
      Object value,
      MemorySegment segment,
      long position,
      long limit,
      int depth,
      @Nullable Session session) {
    T memory = (T) value;
    OutgoingContents outgoing = session == null ? null : session.outgoing();
    long current = position;
    boolean isGiven = false;
    if (outgoing != null) {
      Object content = outgoing.takes(byteSize(memory)) ? memory : null;
      isGiven = outgoing.give(content, byteSize(memory), segment, position, limit);
      current = OutgoingContents.rest(position, isGiven);
    }
    long body = Slots.reserve(current, headBytes, limit);
    long end = isGiven ? body : Slots.reserveContent(body, byteSize(memory), limit);
    putHead(memory, segment, current);
    if (!isGiven) {
      putContent(memory, segment, body);
    }
    return end;
  }

  @Override
  public final Object read(
      MemorySegment segment, long position, long end, int depth, @Nullable Session session) {
    T memory = memory(segment, position, end, session);
    if (session != null && session.tracks()) {
      session.add(memory, position, end);
    }
    return memory;
  }

  private T memory(MemorySegment segment, long position, long end, @Nullable Session session) {
    IncomingContents incoming = session == null ? null : session.incoming();
    Object content = null;
    long current = position;
    if (incoming != null) {
      content = incoming.take(segment, position, end);
      current = OutgoingContents.rest(position, content != null);
    }
    long body = Slots.block(current, headBytes, end);
    try {
      if (content != null) {
        Slots.finish(body, end);
        return around(content, segment, current);
      }
      if (sliced && session != null && session.isLasting()) {
        return sliceOf(segment, current, body, end - body);
      }
      int length = Sequences.elements(end - body, Byte.BYTES, position);
      if (session != null) {
        session.charge(length, Byte.BYTES, position);
      }
      return copyOf(segment, current, body, length);
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw Failures.corrupt(e, type, position);
    }
  }

  /// Allocates native memory that the garbage collector frees.
  static MemorySegment allocate(long byteSize) {
    return Arena.ofAuto().allocate(byteSize, ALIGNMENT_BYTES);
  }
}
