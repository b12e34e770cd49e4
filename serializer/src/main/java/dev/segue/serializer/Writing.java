// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.Pool;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.payload.Attempts;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Writes payloads to memory of every kind, and measures them.
///
/// Offsets of errors count from the start of the segment, or from the position of the buffer.
final class Writing {

  private final Payload payload;
  private final ArrayPool arrays;
  private final Staging staging;

  /// The state of calls that write out of band; null if no call can.
  private final @Nullable Pool<Attempts> outOfBand;

  Writing(Payload payload, ArrayPool arrays, Staging staging) {
    this.payload = payload;
    this.arrays = arrays;
    this.staging = staging;
    this.outOfBand = payload.registry().options().maybeOutOfBand() ? new Pool<>() : null;
  }

  /// Writes a payload to a segment.
  ///
  /// @return its length
  long write(@Nullable Object value, MemorySegment destination, long offset) {
    long limit = checkedLimit(destination, offset);
    byte[] array = Segments.bytesOf(destination);
    if (array == null) {
      return staging.write(value, destination, offset);
    }
    int start = (int) destination.address();
    return write(value, array, start, (int) offset, start + (int) limit);
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
  /// @param start the index of the part; offsets of errors count from there
  /// @param offset the payload's offset in the part
  /// @param limit the index after the part
  /// @return the payload's length
  private int write(@Nullable Object value, byte[] array, int start, int offset, int limit) {
    int position = start + offset;
    TypeEntry entry = payload.registry().rootEntry(value);
    try {
      return payload.write(value, entry, array, position, limit, null) - position;
    } catch (SerializationException e) {
      throw new Shortfall(payload, arrays).explained(e.relativeTo(start), value, limit - position);
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

  /// Writes without a segment, which a JIT that has seen many kinds of them may allocate.
  private int writeToArrayOf(ByteBuffer buffer, @Nullable Object value) {
    int origin = buffer.arrayOffset();
    int start = origin + buffer.position();
    return write(value, buffer.array(), start, 0, origin + buffer.limit());
  }

  /// Writes a payload with contents out of band.
  ///
  /// @param form makes of a content what the collector gets
  /// @param isForSegments whether contents without a segment stay in the payload
  /// @return its length
  <C> long write(
      @Nullable Object value,
      MemorySegment destination,
      long offset,
      Function<Object, C> form,
      Consumer<? super C> collector,
      boolean isForSegments) {
    Objects.requireNonNull(destination, "destination");
    int leastBytes = requireOutOfBand(payload.registry().options());
    long limit = checkedLimit(destination, offset);
    byte[] array = Segments.bytesOf(destination);
    if (array == null && !destination.isNative()) {
      return staging.write(value, destination, offset, form, collector, isForSegments);
    }
    Pool<Attempts> pool = Objects.requireNonNull(outOfBand, "as checked");
    Attempts attempts = Attempts.beginOutOfBand(payload, pool.take());
    try {
      attempts.outgoing().begin(form, collector, isForSegments, leastBytes, false);
      TypeEntry entry = payload.registry().rootEntry(value);
      if (array == null) {
        return payload.write(value, entry, destination, offset, limit, attempts) - offset;
      }
      int start = (int) destination.address();
      int position = start + (int) offset;
      int end = payload.write(value, entry, array, position, start + (int) limit, attempts);
      return (long) end - position;
    } catch (SerializationException e) {
      throw array == null ? e : e.relativeTo(destination.address());
    } finally {
      Attempts.end(attempts);
      Attempts.giveBack(attempts, pool);
    }
  }

  /// The length of the shortest content to pass on.
  ///
  /// @throws IllegalStateException if out-of-band segments are off
  static int requireOutOfBand(Options options) {
    if (!options.maybeOutOfBand()) {
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

  /// Measures a payload by writing it to a pooled array.
  long measure(@Nullable Object value) {
    GrowingArray array = arrays.acquire();
    try {
      return array.write(payload, value);
    } finally {
      arrays.release(array);
    }
  }

  /// Writes a payload to a pooled array, and reads it back.
  @Nullable Object copy(@Nullable Object value) {
    GrowingArray array = arrays.acquire();
    try {
      int length = array.write(payload, value);
      return payload.read(array.array(), 0, length, Object.class, false, null);
    } finally {
      arrays.release(array);
    }
  }
}
