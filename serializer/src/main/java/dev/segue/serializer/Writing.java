// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.call.Handover;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.payload.Payload;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Writes payloads to memory of every kind, and finds out how long they are.
///
/// Offsets of errors count from the start of the segment, or from the position of the buffer.
final class Writing {

  private final Payload payload;
  private final ArrayPool arrays;
  private final Staging staging;
  private final Shortfall shortfall;

  Writing(Payload payload, ArrayPool arrays, Staging staging) {
    this.payload = payload;
    this.arrays = arrays;
    this.staging = staging;
    this.shortfall = new Shortfall(payload, arrays);
  }

  /// Writes a payload to a segment.
  ///
  /// @return its length
  long write(@Nullable Object value, MemorySegment destination, long offset) {
    long limit = checkedLimit(destination, offset);
    byte[] array = Segments.bytesOf(destination);
    if (array != null) {
      int start = (int) destination.address();
      return write(value, array, start, (int) offset, start + (int) limit);
    }
    if (!destination.isNative()) {
      return staging.writeThroughArray(value, destination, offset);
    }
    return staging.write(value, destination, offset);
  }

  private static long checkedLimit(MemorySegment destination, long offset) {
    Objects.requireNonNull(destination, "destination");
    long limit = destination.byteSize();
    Objects.checkFromToIndex(offset, limit, limit);
    if (destination.isReadOnly()) {
      throw new IllegalArgumentException("destination=" + destination + " is read-only");
    }
    return limit;
  }

  /// Writes to a part of an array.
  ///
  /// @param start where the part begins; offsets of errors count from there
  /// @param offset where in the part to begin
  /// @param limit where in the array the part ends
  /// @return how many bytes were written
  private int write(@Nullable Object value, byte[] array, int start, int offset, int limit) {
    int position = start + offset;
    try {
      return payload.write(value, array, position, limit) - position;
    } catch (SerializationException e) {
      throw shortfall.explained(e.relativeTo(start), value, limit - position);
    }
  }

  /// Writes a payload between a buffer's position and its limit, and moves the position.
  ///
  /// @return its length
  int write(@Nullable Object value, ByteBuffer destination) {
    Objects.requireNonNull(destination, "destination");
    if (destination.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    int length =
        destination.hasArray()
            ? writeToArrayOf(destination, value)
            : staging.write(value, destination);
    destination.position(destination.position() + length);
    return length;
  }

  /// Without a segment, which a JIT that has seen many kinds of them may leave on the heap.
  private int writeToArrayOf(ByteBuffer buffer, @Nullable Object value) {
    int origin = buffer.arrayOffset();
    int start = origin + buffer.position();
    return write(value, buffer.array(), start, 0, origin + buffer.limit());
  }

  /// Writes a payload with contents beside it.
  ///
  /// @return its length
  long write(
      @Nullable Object value,
      MemorySegment destination,
      long offset,
      Consumer<? super MemorySegment> collector) {
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(collector, "collector");
    Handover handover = Handover.to(collector, requireOutOfBand(payload.registry().options()));
    long limit = checkedLimit(destination, offset);
    byte[] array = Segments.bytesOf(destination);
    if (array != null) {
      int start = (int) destination.address();
      int position = start + (int) offset;
      try {
        int end = payload.writeOutOfBand(value, array, position, start + (int) limit, handover);
        return (long) end - position;
      } catch (SerializationException e) {
        throw e.relativeTo(start);
      }
    }
    if (destination.isNative()) {
      return payload.writeOutOfBand(value, destination, offset, limit, handover) - offset;
    }
    array = new byte[(int) Math.min(limit - offset, GrowingArray.MAX_BYTES)];
    int length = payload.writeOutOfBand(value, array, 0, array.length, handover);
    MemorySegment.copy(array, 0, destination, ValueLayout.JAVA_BYTE, offset, length);
    return length;
  }

  /// How long contents are at least that are passed on beside the payload.
  static int requireOutOfBand(Options options) {
    if (options.outOfBandBytes() == Options.IN_BAND) {
      throw new IllegalStateException(
          "out-of-band segments are off; build the serializer with .outOfBandThreshold(minBytes)");
    }
    return options.outOfBandBytes();
  }

  /// Writes a payload to a new array.
  byte[] toBytes(@Nullable Object value) {
    GrowingArray array = arrays.acquire();
    try {
      int length = array.write(payload, value);
      return Arrays.copyOf(array.array(), length);
    } finally {
      arrays.release(array);
    }
  }

  /// How long a payload is: writes it to an array of the pool.
  long measure(@Nullable Object value) {
    GrowingArray array = arrays.acquire();
    try {
      return array.write(payload, value);
    } finally {
      arrays.release(array);
    }
  }
}
