// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.memory.Contents;
import dev.segue.serializer.internal.memory.Segments;
import java.lang.foreign.MemorySegment;

/// The codec of memory segments. The head is a byte: the kind of memory, and whether the segment is
/// read-only.
final class RawMemoryCodec extends MemoryCodec<MemorySegment> {

  private static final int HEAD_BYTES = 1;
  private static final int NATIVE = 0;

  /// The kind of arrays of `double`.
  private static final int LAST_KIND = 7;

  private static final int READ_ONLY = 0x10;

  RawMemoryCodec(boolean sliced) {
    super(MemorySegment.class, HEAD_BYTES, sliced);
  }

  @Override
  long byteSize(MemorySegment memory) {
    return memory.byteSize();
  }

  @Override
  void putHead(MemorySegment memory, MemorySegment segment, long position) {
    int kind = memory.heapBase().map(RawMemoryCodec::kind).orElse(NATIVE);
    if (memory.isReadOnly()) {
      // A read-only segment does not reveal its array.
      kind = (memory.isNative() ? NATIVE : 1) | READ_ONLY;
    }
    Segments.putByte(segment, position, (byte) kind);
  }

  private static int kind(Object elements) {
    return switch (elements) {
      case short[] _ -> 2;
      case char[] _ -> 3;
      case int[] _ -> 4;
      case long[] _ -> 5;
      case float[] _ -> 6;
      case double[] _ -> LAST_KIND;
      default -> 1;
    };
  }

  @Override
  void putContent(MemorySegment memory, MemorySegment segment, long position) {
    Segments.putMemory(segment, position, memory);
  }

  @Override
  MemorySegment around(Object content, MemorySegment segment, long position) {
    return withHead(Contents.segment(content), segment, position);
  }

  @Override
  MemorySegment sliceOf(MemorySegment segment, long position, long current, long bytes) {
    MemorySegment slice = Segments.whole(segment).asSlice(current, bytes).asReadOnly();
    return withHead(slice, segment, position);
  }

  @Override
  MemorySegment copyOf(MemorySegment segment, long position, long current, int length) {
    MemorySegment copy = allocate(Segments.getByte(segment, position), length).asSlice(0, length);
    copy.copyFrom(Segments.whole(segment).asSlice(current, length));
    return withHead(copy, segment, position);
  }

  private static MemorySegment withHead(
      MemorySegment memory, MemorySegment segment, long position) {
    int kind = Segments.getByte(segment, position);
    int plain = kind & ~READ_ONLY;
    if (plain < NATIVE || plain > LAST_KIND) {
      throw badKind(kind);
    }
    return (kind & READ_ONLY) != 0 ? memory.asReadOnly() : memory;
  }

  /// Allocates memory of the kind that the head states.
  private static MemorySegment allocate(int kind, int length) {
    return switch (kind & ~READ_ONLY) {
      case NATIVE -> allocate(length);
      case 1 -> MemorySegment.ofArray(new byte[length]);
      case 2 -> MemorySegment.ofArray(new short[elements(length, Short.BYTES)]);
      case 3 -> MemorySegment.ofArray(new char[elements(length, Character.BYTES)]);
      case 4 -> MemorySegment.ofArray(new int[elements(length, Integer.BYTES)]);
      case 5 -> MemorySegment.ofArray(new long[elements(length, Long.BYTES)]);
      case 6 -> MemorySegment.ofArray(new float[elements(length, Float.BYTES)]);
      case LAST_KIND -> MemorySegment.ofArray(new double[elements(length, Double.BYTES)]);
      default -> throw badKind(kind);
    };
  }

  private static IllegalArgumentException badKind(int kind) {
    return new IllegalArgumentException("kind=" + kind);
  }

  private static int elements(int byteSize, int widthBytes) {
    return Math.ceilDiv(byteSize, widthBytes);
  }
}
