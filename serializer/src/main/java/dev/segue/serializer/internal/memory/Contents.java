// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Operations on contents that may be passed out of band: arrays of primitives, buffers from their
/// first byte to their capacity, and segments.
public final class Contents {

  private static final boolean LITTLE_ENDIAN = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private Contents() {}

  /// The number of bytes.
  public static long byteSize(Object content) {
    return switch (content) {
      case byte[] bytes -> bytes.length;
      case boolean[] booleans -> booleans.length;
      case short[] shorts -> (long) shorts.length * Short.BYTES;
      case char[] chars -> (long) chars.length * Character.BYTES;
      case int[] ints -> (long) ints.length * Integer.BYTES;
      case long[] longs -> (long) longs.length * Long.BYTES;
      case float[] floats -> (long) floats.length * Float.BYTES;
      case double[] doubles -> (long) doubles.length * Double.BYTES;
      case ByteBuffer buffer -> buffer.capacity();
      default -> ((MemorySegment) content).byteSize();
    };
  }

  /// The content as a segment: a view if it is [viewable][#isViewable], otherwise a copy.
  public static MemorySegment segment(Object content) {
    if (!isViewable(content)) {
      return copy(content);
    }
    return switch (content) {
      case byte[] bytes -> MemorySegment.ofArray(bytes);
      case short[] shorts -> MemorySegment.ofArray(shorts);
      case char[] chars -> MemorySegment.ofArray(chars);
      case int[] ints -> MemorySegment.ofArray(ints);
      case long[] longs -> MemorySegment.ofArray(longs);
      case float[] floats -> MemorySegment.ofArray(floats);
      case double[] doubles -> MemorySegment.ofArray(doubles);
      case ByteBuffer buffer -> MemorySegment.ofBuffer(buffer.duplicate().clear());
      default -> (MemorySegment) content;
    };
  }

  /// Whether a segment can be a view of the content with the same bytes as in a payload.
  public static boolean isViewable(Object content) {
    return switch (content) {
      case boolean[] _ -> false;
      case byte[] _, ByteBuffer _, MemorySegment _ -> true;
      default -> LITTLE_ENDIAN;
    };
  }

  /// The content as a buffer: a view if there can be one, otherwise a copy.
  public static ByteBuffer buffer(Object content) {
    return switch (content) {
      case ByteBuffer buffer -> buffer.duplicate().clear();
      case byte[] bytes -> ByteBuffer.wrap(bytes);
      case MemorySegment segment when segment.isNative() || Segments.isOfBytes(segment) ->
          segment.asByteBuffer();
      default -> copy(content).asByteBuffer();
    };
  }

  private static MemorySegment copy(Object content) {
    long bytes = byteSize(content);
    if (bytes > Integer.MAX_VALUE - 8) {
      throw new UnsupportedOperationException("byteSize=" + bytes);
    }
    MemorySegment copy = MemorySegment.ofArray(new byte[(int) bytes]);
    copy(content, copy, 0);
    return copy;
  }

  /// Copies the content to other memory.
  public static void copy(Object content, MemorySegment destination, long offset) {
    long bytes = byteSize(content);
    Objects.checkFromIndexSize(offset, bytes, destination.byteSize());
    if (content.getClass().isArray()) {
      ArraysInSegments.put(content, destination, offset);
    } else {
      MemorySegment.copy(segment(content), 0, destination, offset, bytes);
    }
  }

  /// The array that holds exactly the content; null if there is none, or it is read-only.
  @SuppressWarnings("ByteBufferBackingArray") // compared with the whole array
  public static @Nullable Object array(Object content) {
    Object array =
        switch (content) {
          case ByteBuffer buffer -> buffer.hasArray() ? buffer.array() : null;
          case MemorySegment segment -> segment.heapBase().orElse(null);
          default -> content;
        };
    return array != null && byteSize(array) == byteSize(content) ? array : null;
  }
}
