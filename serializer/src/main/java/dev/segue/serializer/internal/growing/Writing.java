// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.growing;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Options;
import dev.segue.serializer.internal.call.OutgoingContents;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.memory.Segments;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.GrowingSizes;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Writes payloads to segments, buffers and arrays of a given size. Byte arrays are written
/// directly, and other memory directly or through an array, see [Growing].
///
/// Offsets of errors count from the start of the segment, or from the position of the buffer.
public final class Writing {

  private final Payload payload;
  private final Growing growing;

  public Writing(Growing growing) {
    this.payload = growing.payload();
    this.growing = growing;
  }

  Growing growing() {
    return growing;
  }

  /// Writes a payload to a segment.
  ///
  /// @return its length
  public long write(@Nullable Object value, MemorySegment destination, long offset) {
    long limit = checkedLimit(destination, offset);
    byte[] array = Segments.bytesOf(destination);
    if (array != null) {
      int start = (int) destination.address();
      return write(value, array, start, (int) offset, start + (int) limit);
    }
    if (!destination.isNative()) {
      return writeThroughArray(value, destination, offset);
    }
    try {
      return writeNative(value, destination, offset, limit);
    } catch (SerializationException e) {
      throw Shortfall.explained(e, growing, value, limit - offset);
    }
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

  private long writeNative(
      @Nullable Object value, MemorySegment destination, long offset, long limit) {
    TypeEntry entry = payload.registry().rootEntry(value);
    long room = limit - offset;
    int mostBytes = Growing.staged(entry, room);
    if (mostBytes == GrowingSizes.NOT_STAGED) {
      return payload.write(value, entry, destination, offset, limit, null) - offset;
    }
    GrowingCall call = growing.acquire();
    try {
      call.begin(payload, entry);
      int length = growing.stage(value, entry, call, mostBytes, room, offset);
      if (length == GrowingSizes.NOT_STAGED) {
        return call.write(payload, value, entry, destination, offset, limit) - offset;
      }
      MemorySegment.copy(call.array(), 0, destination, ValueLayout.JAVA_BYTE, offset, length);
      return length;
    } finally {
      growing.release(call);
    }
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
      throw Shortfall.explained(Errors.relativeTo(e, start), growing, value, limit - position);
    }
  }

  /// Writes a payload between a buffer's position and its limit, and moves the position.
  ///
  /// @return its length
  public int write(@Nullable Object value, ByteBuffer destination) {
    Objects.requireNonNull(destination, "destination");
    if (destination.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
    int length =
        destination.hasArray()
            ? writeToArrayOf(destination, value)
            : writeToDirect(destination, value);
    destination.position(destination.position() + length);
    return length;
  }

  /// Writes without a segment: after many kinds of segments, the JIT may fail to eliminate its
  /// allocation.
  private int writeToArrayOf(ByteBuffer buffer, @Nullable Object value) {
    int origin = buffer.arrayOffset();
    int start = origin + buffer.position();
    return write(value, buffer.array(), start, 0, origin + buffer.limit());
  }

  private int writeToDirect(ByteBuffer buffer, @Nullable Object value) {
    try {
      return writeNative(value, buffer);
    } catch (SerializationException e) {
      throw Shortfall.explained(e, growing, value, buffer.remaining());
    }
  }

  /// Writes a payload to a direct buffer, starting at its position, which does not move. A payload
  /// that goes through an array needs no segment for the buffer.
  ///
  /// @return its length
  int writeNative(@Nullable Object value, ByteBuffer destination) {
    TypeEntry entry = payload.registry().rootEntry(value);
    int room = destination.remaining();
    int mostBytes = Growing.staged(entry, room);
    if (mostBytes == GrowingSizes.NOT_STAGED) {
      MemorySegment segment = MemorySegment.ofBuffer(destination);
      return (int) payload.write(value, entry, segment, 0, room, null);
    }
    GrowingCall call = growing.acquire();
    try {
      call.begin(payload, entry);
      int length = growing.stage(value, entry, call, mostBytes, room, 0);
      if (length == GrowingSizes.NOT_STAGED) {
        MemorySegment segment = MemorySegment.ofBuffer(destination);
        return (int) call.write(payload, value, entry, segment, 0, room);
      }
      destination.put(destination.position(), call.array(), 0, length);
      return length;
    } finally {
      growing.release(call);
    }
  }

  /// Writes to heap memory that is not a byte array.
  private long writeThroughArray(@Nullable Object value, MemorySegment destination, long offset) {
    TypeEntry entry = payload.registry().rootEntry(value);
    GrowingCall call = growing.acquire();
    try {
      call.begin(payload, entry);
      return writeThroughArray(value, entry, destination, offset, call);
    } finally {
      growing.release(call);
    }
  }

  /// Writes a payload of any length to an array, and copies it to its destination.
  private long writeThroughArray(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      MemorySegment destination,
      long offset,
      GrowingCall call) {
    int length;
    try {
      length = growing.write(value, entry, call, Growing.MAX_BYTES, Growing.REMEDY);
    } catch (SerializationException e) {
      throw Errors.relativeTo(e, -offset);
    }
    long room = destination.byteSize() - offset;
    if (length > room) {
      throw Errors.of(Kind.DESTINATION_TOO_SMALL, Shortfall.message(length, room), offset);
    }
    MemorySegment.copy(call.array(), 0, destination, ValueLayout.JAVA_BYTE, offset, length);
    return length;
  }

  /// Writes a payload with contents out of band.
  ///
  /// @param form converts a content to the object that the collector gets
  /// @param isForSegments whether contents without a segment stay in the payload
  /// @return its length
  public <C> long write(
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
    boolean isMoved = array == null && !destination.isNative();
    GrowingCall call = growing.acquire();
    try {
      OutgoingContents contents = call.beginOutOfBand();
      contents.begin(form, collector, isForSegments, leastBytes, isMoved);
      TypeEntry entry = payload.registry().rootEntry(value);
      if (isMoved) {
        long length = writeThroughArray(value, entry, destination, offset, call);
        contents.deliver();
        return length;
      }
      if (array == null) {
        return call.write(payload, value, entry, destination, offset, limit) - offset;
      }
      int start = (int) destination.address();
      int position = start + (int) offset;
      int end = call.write(payload, value, entry, array, position, start + (int) limit);
      return (long) end - position;
    } catch (SerializationException e) {
      throw array == null ? e : Errors.relativeTo(e, destination.address());
    } finally {
      growing.release(call);
    }
  }

  /// The length of the shortest content to pass on.
  ///
  /// @throws IllegalStateException if out-of-band segments are off
  public static int requireOutOfBand(Options options) {
    if (!options.maybeOutOfBand()) {
      throw new IllegalStateException(
          "out-of-band segments are off; build the serializer with .outOfBandThreshold(minBytes)");
    }
    return options.outOfBandBytes();
  }
}
