// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Handover;
import dev.segue.serializer.internal.call.Medium;
import dev.segue.serializer.internal.error.Failures;
import dev.segue.serializer.internal.registry.InterpretedCodec;
import dev.segue.serializer.internal.wire.Form;
import dev.segue.serializer.internal.wire.Sequences;
import dev.segue.serializer.internal.wire.Slots;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A type that is a range of memory: a few bytes of its own, the head, then the content. Where the
/// call hands contents over, what the [Handover] says comes first.
///
/// @param <T> the type
abstract class MemoryCodec<T> extends InterpretedCodec {

  private static final int ALIGNMENT_BYTES = 8;

  private final Class<T> type;
  private final int headBytes;
  private final boolean sliced;

  /// @param sliced whether values may be parts of the payload's memory, where a call can give them
  MemoryCodec(Class<T> type, int headBytes, boolean sliced) {
    this.type = type;
    this.headBytes = headBytes;
    this.sliced = sliced;
  }

  abstract long byteSize(T value);

  /// All the memory there is.
  abstract MemorySegment contentOf(T value);

  /// Writes the content, for which there is room.
  void putContent(T value, Medium medium, long position) {
    medium.putMemory(contentOf(value), position);
  }

  /// Writes the head, for which there is room.
  abstract void putHead(T value, Medium medium, long position);

  /// Makes a value of the memory that it is to have; what it throws says that there can be none.
  ///
  /// @param head where the head stands
  abstract T around(MemorySegment content, Medium medium, long head);

  /// Makes a value that has memory of its own; what it throws says that there can be none.
  ///
  /// @param head where the head stands
  /// @param position where the content stands
  /// @param length of the content
  abstract T copyOf(Medium medium, long head, long position, int length);

  @Override
  public final Form form() {
    return new Form.Plain(Form.ANY_WIDTH);
  }

  @Override
  @SuppressWarnings("unchecked") // whoever chose this codec did so by the class
  protected final long write(Object value, Medium medium, long position, long limit, int depth) {
    T memory = (T) value;
    Handover handover = medium.handover();
    boolean given = handover != null && handover.give(contentOf(memory), medium, position, limit);
    long head = handover == null ? position : Handover.behind(position, given);
    long behind = Slots.reserve(head, headBytes, limit);
    long end = given ? behind : Slots.reserve(behind, byteSize(memory), limit);
    putHead(memory, medium, head);
    if (!given) {
      putContent(memory, medium, behind);
    }
    return end;
  }

  @Override
  protected final Object read(Medium medium, long position, long end, int depth) {
    Handover handover = medium.handover();
    MemorySegment given = handover == null ? null : handover.take(medium, position, end);
    long head = handover == null ? position : Handover.behind(position, given != null);
    long behind = Slots.block(head, headBytes, end);
    try {
      if (given != null) {
        Slots.finish(behind, end);
        return around(given, medium, head);
      }
      if (sliced && medium.isLasting()) {
        return around(medium.slice(behind, end - behind).asReadOnly(), medium, head);
      }
      int length = Sequences.elements(end - behind, Byte.BYTES, position);
      medium.charge(length, Byte.BYTES, position);
      return copyOf(medium, head, behind, length);
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw Failures.corrupt(e, type, position);
    }
  }

  /// Native memory of its own, which goes with its last reference.
  static MemorySegment allocate(long bytes) {
    return Arena.ofAuto().allocate(bytes, ALIGNMENT_BYTES);
  }
}
