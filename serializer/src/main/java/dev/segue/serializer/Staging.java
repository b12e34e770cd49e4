// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.payload.Attempts;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.BulkContents;
import dev.segue.serializer.internal.registry.StagedSizes;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Payloads on their way to native memory and from there: by way of an array, with one copy, where
/// that is worth it, and directly otherwise. Those for heap memory that is no array of bytes all go
/// by way of one; they are rare.
///
/// Strings and small arrays are written to an array, and read from one, at a fraction of what each
/// of them takes in a segment; that is worth the copy of a payload of a few hundred bytes, and of a
/// larger one that is made of such parts alone. Objects that are all numbers gain nothing once all
/// is compiled, but much until then. Large arrays would be copied twice, see [BulkContents].
final class Staging {

  private final Payload payload;
  private final ArrayPool arrays;
  private final Shortfall shortfall;

  Staging(Payload payload, ArrayPool arrays) {
    this.payload = payload;
    this.arrays = arrays;
    this.shortfall = new Shortfall(payload, arrays);
  }

  /// Writes a payload to native memory.
  ///
  /// @return its length
  long write(@Nullable Object value, MemorySegment destination, long offset) {
    TypeEntry entry = payload.registry().rootEntry(value);
    long limit = destination.byteSize();
    int mostBytes = mostBytes(entry);
    if (mostBytes == StagedSizes.NOT_STAGED) {
      return writeDirectly(value, entry, destination, offset, limit, null);
    }
    GrowingArray scratch = arrays.acquire();
    Attempts attempts = scratch.begin(payload, entry);
    try {
      long room = limit - offset;
      int most = (int) Math.min(room, mostBytes);
      int staged = stage(value, entry, scratch, most, room, attempts, offset);
      if (staged == StagedSizes.NOT_STAGED) {
        return writeDirectly(value, entry, destination, offset, limit, attempts);
      }
      MemorySegment.copy(scratch.array(), 0, destination, ValueLayout.JAVA_BYTE, offset, staged);
      return staged;
    } finally {
      Attempts.end(attempts);
      arrays.release(scratch);
    }
  }

  /// Writes a payload without an array between.
  ///
  /// @return its length
  private long writeDirectly(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      MemorySegment destination,
      long offset,
      long limit,
      @Nullable Attempts attempts) {
    try {
      return payload.write(value, entry, destination, offset, limit, attempts) - offset;
    } catch (SerializationException e) {
      throw shortfall.explained(e, value, limit - offset);
    }
  }

  /// Writes a payload to where a buffer in native memory is, without a segment of it where it goes
  /// by way of an array.
  ///
  /// @return its length
  int write(@Nullable Object value, ByteBuffer destination) {
    TypeEntry entry = payload.registry().rootEntry(value);
    int room = destination.remaining();
    int mostBytes = mostBytes(entry);
    if (mostBytes == StagedSizes.NOT_STAGED) {
      return (int) writeDirectly(value, entry, MemorySegment.ofBuffer(destination), 0, room, null);
    }
    GrowingArray scratch = arrays.acquire();
    Attempts attempts = scratch.begin(payload, entry);
    try {
      int most = Math.min(room, mostBytes);
      int staged = stage(value, entry, scratch, most, room, attempts, 0);
      if (staged == StagedSizes.NOT_STAGED) {
        MemorySegment segment = MemorySegment.ofBuffer(destination);
        return (int) writeDirectly(value, entry, segment, 0, room, attempts);
      }
      destination.put(destination.position(), scratch.array(), 0, staged);
      return staged;
    } finally {
      Attempts.end(attempts);
      arrays.release(scratch);
    }
  }

  /// Writes a payload to a heap segment of another array than of bytes.
  ///
  /// @return its length
  long writeThroughArray(@Nullable Object value, MemorySegment destination, long offset) {
    GrowingArray scratch = arrays.acquire();
    try {
      int length = scratch.write(payload, value);
      long left = destination.byteSize() - offset;
      if (length > left) {
        throw new SerializationException(
            Kind.DESTINATION_TOO_SMALL, Shortfall.message(length, left), offset);
      }
      MemorySegment.copy(scratch.array(), 0, destination, ValueLayout.JAVA_BYTE, offset, length);
      return length;
    } finally {
      arrays.release(scratch);
    }
  }

  /// How long a payload may be that goes by way of an array, if it does at all.
  private static int mostBytes(@Nullable TypeEntry entry) {
    return entry == null ? StagedSizes.NOT_STAGED : entry.stagedSizes().written();
  }

  /// Writes a payload to the beginning of an array.
  ///
  /// @param mostBytes how much of it may be used
  /// @param room how much the payload may take elsewhere
  /// @param attempts see [GrowingArray#begin]
  /// @param offset where it goes, for errors
  /// @return its length, or [StagedSizes#NOT_STAGED] if it does not fit here, but may elsewhere
  private int stage(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      GrowingArray scratch,
      int mostBytes,
      long room,
      @Nullable Attempts attempts,
      long offset) {
    try {
      return scratch.writeWithin(payload, value, entry, mostBytes, attempts);
    } catch (SerializationException e) {
      if (e.kind() == Kind.DESTINATION_TOO_SMALL && room > mostBytes && entry != null) {
        entry.stagedSizes().outgrow(mostBytes);
        return StagedSizes.NOT_STAGED;
      }
      throw shortfall.explained(e.relativeTo(-offset), value, room);
    }
  }

  /// Reads a payload from native memory: directly, too, where parts of it may be slices of that.
  @Nullable Object read(MemorySegment source, long offset, Class<?> type) {
    int length =
        payload.registry().options().slices()
            ? StagedSizes.NOT_STAGED
            : payload.stagedBytes(source, offset);
    return length == StagedSizes.NOT_STAGED
        ? payload.readLasting(source, offset, source.byteSize(), type)
        : readStaged(source, offset, length, type);
  }

  private @Nullable Object readStaged(
      MemorySegment source, long offset, int length, Class<?> type) {
    GrowingArray scratch = arrays.acquire();
    try {
      byte[] array = scratch.ofAtLeast(length);
      MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, array, 0, length);
      return payload.read(array, 0, length, type);
    } catch (SerializationException e) {
      throw e.relativeTo(-offset);
    } finally {
      arrays.release(scratch);
    }
  }
}
