// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.jdk;

import dev.segue.serializer.internal.call.Medium;
import java.lang.foreign.MemorySegment;

/// The codec of memory segments. The head is a byte: the kind of memory, and whether the segment is
/// read-only.
final class SegmentCodec extends MemoryCodec<MemorySegment> {

  private static final int HEAD_BYTES = 1;
  private static final int NATIVE = 0;
  private static final int READ_ONLY = 0x10;

  SegmentCodec(boolean sliced) {
    super(MemorySegment.class, HEAD_BYTES, sliced);
  }

  @Override
  long byteSize(MemorySegment segment) {
    return segment.byteSize();
  }

  @Override
  MemorySegment contentOf(MemorySegment segment) {
    return segment;
  }

  @Override
  void putHead(MemorySegment segment, Medium medium, long position) {
    int kind = segment.heapBase().map(SegmentCodec::kind).orElse(NATIVE);
    if (segment.isReadOnly()) {
      // A read-only segment does not reveal its array.
      kind = (segment.isNative() ? NATIVE : 1) | READ_ONLY;
    }
    medium.putNumber(position, HEAD_BYTES, kind);
  }

  private static int kind(Object array) {
    return switch (array) {
      case short[] _ -> 2;
      case char[] _ -> 3;
      case int[] _ -> 4;
      case long[] _ -> 5;
      case float[] _ -> 6;
      case double[] _ -> 7;
      default -> 1;
    };
  }

  @Override
  MemorySegment around(MemorySegment content, Medium medium, long head) {
    int kind = medium.getNumber(head, HEAD_BYTES);
    allocate(kind, 0);
    return (kind & READ_ONLY) != 0 ? content.asReadOnly() : content;
  }

  @Override
  MemorySegment copyOf(Medium medium, long head, long position, int length) {
    int kind = medium.getNumber(head, HEAD_BYTES);
    MemorySegment whole = allocate(kind, length).asSlice(0, length);
    whole.copyFrom(medium.slice(position, length));
    return (kind & READ_ONLY) != 0 ? whole.asReadOnly() : whole;
  }

  private static MemorySegment allocate(int kind, int length) {
    return switch (kind & ~READ_ONLY) {
      case NATIVE -> allocate(length);
      case 1 -> MemorySegment.ofArray(new byte[length]);
      case 2 -> MemorySegment.ofArray(new short[elements(length, Short.BYTES)]);
      case 3 -> MemorySegment.ofArray(new char[elements(length, Character.BYTES)]);
      case 4 -> MemorySegment.ofArray(new int[elements(length, Integer.BYTES)]);
      case 5 -> MemorySegment.ofArray(new long[elements(length, Long.BYTES)]);
      case 6 -> MemorySegment.ofArray(new float[elements(length, Float.BYTES)]);
      case 7 -> MemorySegment.ofArray(new double[elements(length, Double.BYTES)]);
      default -> throw new IllegalArgumentException("kind=" + kind);
    };
  }

  private static int elements(int bytes, int widthBytes) {
    return Math.ceilDiv(bytes, widthBytes);
  }
}
