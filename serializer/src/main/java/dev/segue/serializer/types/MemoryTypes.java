// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.types;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// Memory by its content: what comes back has memory of its own, on the heap or off it, as it was,
/// which goes with its last reference.
final class MemoryTypes {

  private static final int DIRECT = 1;
  private static final int READ_ONLY = 2;
  private static final int BIG_ENDIAN = 4;
  private static final int BUFFER_HEAD_BYTES = 9;

  private static final int NATIVE = 0;
  private static final int SEGMENT_READ_ONLY = 0x10;
  private static final int SEGMENT_HEAD_BYTES = 1;
  private static final int ALIGNMENT_BYTES = 8;

  private MemoryTypes() {}

  static void addTo(Catalog catalog) {
    catalog.bytesFamily(184, ByteBuffer.class, MemoryTypes::bytes, MemoryTypes::buffer);
    catalog.bytesFamily(185, MemorySegment.class, MemoryTypes::bytes, MemoryTypes::segment);
  }

  /// Flags, position, limit; then all bytes up to the capacity.
  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[Math.addExact(BUFFER_HEAD_BYTES, buffer.capacity())];
    int flags =
        (buffer.isDirect() ? DIRECT : 0)
            | (buffer.isReadOnly() ? READ_ONLY : 0)
            | (buffer.order() == ByteOrder.BIG_ENDIAN ? BIG_ENDIAN : 0);
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    all.put((byte) flags).putInt(buffer.position()).putInt(buffer.limit());
    all.put(buffer.duplicate().clear());
    return bytes;
  }

  private static ByteBuffer buffer(byte[] bytes) {
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int flags = all.get();
    int position = all.getInt();
    int limit = all.getInt();
    if ((flags & ~(DIRECT | READ_ONLY | BIG_ENDIAN)) != 0) {
      throw new IllegalArgumentException("flags=" + flags);
    }
    int capacity = all.remaining();
    ByteBuffer buffer =
        (flags & DIRECT) != 0
            ? Arena.ofAuto().allocate(capacity, ALIGNMENT_BYTES).asByteBuffer()
            : ByteBuffer.allocate(capacity);
    buffer.put(all).position(0).limit(limit).position(position);
    ByteBuffer result = (flags & READ_ONLY) != 0 ? buffer.asReadOnlyBuffer() : buffer;
    return result.order((flags & BIG_ENDIAN) != 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
  }

  /// Which kind of memory, then all bytes.
  private static byte[] bytes(MemorySegment segment) {
    if (segment.byteSize() > Integer.MAX_VALUE - Long.BYTES) {
      throw Faults.unsupported(MemorySegment.class, "it is larger than an array can be");
    }
    byte[] bytes = new byte[SEGMENT_HEAD_BYTES + (int) segment.byteSize()];
    int kind = segment.heapBase().map(MemoryTypes::kind).orElse(NATIVE);
    if (segment.isReadOnly()) {
      // A read-only one does not tell its array.
      kind = (segment.isNative() ? NATIVE : 1) | SEGMENT_READ_ONLY;
    }
    bytes[0] = (byte) kind;
    MemorySegment.copy(
        segment,
        ValueLayout.JAVA_BYTE,
        0,
        MemorySegment.ofArray(bytes),
        ValueLayout.JAVA_BYTE,
        SEGMENT_HEAD_BYTES,
        segment.byteSize());
    return bytes;
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

  private static MemorySegment segment(byte[] bytes) {
    int kind = bytes[0];
    int length = bytes.length - SEGMENT_HEAD_BYTES;
    MemorySegment segment =
        switch (kind & ~SEGMENT_READ_ONLY) {
          case NATIVE -> Arena.ofAuto().allocate(length, ALIGNMENT_BYTES);
          case 1 -> MemorySegment.ofArray(new byte[length]);
          case 2 -> MemorySegment.ofArray(new short[elements(length, Short.BYTES)]);
          case 3 -> MemorySegment.ofArray(new char[elements(length, Character.BYTES)]);
          case 4 -> MemorySegment.ofArray(new int[elements(length, Integer.BYTES)]);
          case 5 -> MemorySegment.ofArray(new long[elements(length, Long.BYTES)]);
          case 6 -> MemorySegment.ofArray(new float[elements(length, Float.BYTES)]);
          case 7 -> MemorySegment.ofArray(new double[elements(length, Double.BYTES)]);
          default -> throw new IllegalArgumentException("kind=" + kind);
        };
    MemorySegment whole = segment.asSlice(0, length);
    MemorySegment.copy(MemorySegment.ofArray(bytes), SEGMENT_HEAD_BYTES, whole, 0, length);
    return (kind & SEGMENT_READ_ONLY) != 0 ? whole.asReadOnly() : whole;
  }

  private static int elements(int bytes, int widthBytes) {
    return Math.ceilDiv(bytes, widthBytes);
  }
}
