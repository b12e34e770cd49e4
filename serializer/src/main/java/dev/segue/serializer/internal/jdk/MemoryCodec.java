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

/// The codec of types that are a range of memory: a head of a few bytes, then the content. In calls
/// with out-of-band segments, the bytes of the [Handover] come first.
///
/// @param <T> the type
abstract class MemoryCodec<T> extends InterpretedCodec {

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

  abstract long byteSize(T value);

  /// The whole content.
  abstract MemorySegment contentOf(T value);

  /// Writes the content into space that is already reserved.
  void putContent(T value, Medium medium, long position) {
    medium.putMemory(contentOf(value), position);
  }

  /// Writes the head into space that is already reserved.
  abstract void putHead(T value, Medium medium, long position);

  /// Creates a value that uses the given memory; throws an exception if the head is not valid.
  ///
  /// @param head the position of the head
  abstract T around(MemorySegment content, Medium medium, long head);

  /// Creates a value with memory of its own; throws an exception if the head is not valid.
  ///
  /// @param head the position of the head
  /// @param position the position of the content
  /// @param length the length of the content in bytes
  abstract T copyOf(Medium medium, long head, long position, int length);

  @Override
  public final Form form() {
    return new Form.Plain(Form.ANY_WIDTH);
  }

  @Override
  @SuppressWarnings("unchecked") // the registry chose this codec by class
  protected final long write(Object value, Medium medium, long position, long limit, int depth) {
    T memory = (T) value;
    Handover handover = medium.handover();
    boolean given = handover != null && handover.give(contentOf(memory), medium, position, limit);
    long head = handover == null ? position : Handover.behind(position, given);
    long content = Slots.reserve(head, headBytes, limit);
    long end = given ? content : Slots.reserve(content, byteSize(memory), limit);
    putHead(memory, medium, head);
    if (!given) {
      putContent(memory, medium, content);
    }
    return end;
  }

  @Override
  protected final Object read(Medium medium, long position, long end, int depth) {
    Handover handover = medium.handover();
    MemorySegment given = handover == null ? null : handover.take(medium, position, end);
    long head = handover == null ? position : Handover.behind(position, given != null);
    long content = Slots.block(head, headBytes, end);
    try {
      if (given != null) {
        Slots.finish(content, end);
        return around(given, medium, head);
      }
      if (sliced && medium.isLasting()) {
        return around(medium.slice(content, end - content).asReadOnly(), medium, head);
      }
      int length = Sequences.elements(end - content, Byte.BYTES, position);
      medium.charge(length, Byte.BYTES, position);
      return copyOf(medium, head, content, length);
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw Failures.corrupt(e, type, position);
    }
  }

  /// Allocates native memory that the garbage collector frees.
  static MemorySegment allocate(long bytes) {
    return Arena.ofAuto().allocate(bytes, ALIGNMENT_BYTES);
  }
}
