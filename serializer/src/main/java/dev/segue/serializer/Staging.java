// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.IncomingContents;
import dev.segue.serializer.internal.call.OutgoingContents;
import dev.segue.serializer.internal.payload.Attempts;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.BulkContents;
import dev.segue.serializer.internal.registry.StagedSizes;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The policy for payloads in memory that is not a byte array: which ones go through a pooled
/// array, with one copy, and which ones directly.
///
/// Strings and small arrays take a fraction of the time in an array that they take in a native
/// segment. For payloads of a few hundred bytes, and for larger ones that consist of such parts
/// alone, this is worth the copy. Objects that hold only numbers gain from it until all code is
/// compiled, and are written and read directly from then on. Large arrays would be copied twice,
/// see [BulkContents].
///
/// Heap memory of another kind always goes through an array: codecs cannot access it.
final class Staging {

  private final Payload payload;
  private final ArrayPool arrays;

  Staging(Payload payload, ArrayPool arrays) {
    this.payload = payload;
    this.arrays = arrays;
  }

  /// Writes a payload to a segment that is not a byte array.
  ///
  /// @return its length
  long write(@Nullable Object value, MemorySegment destination, long offset) {
    if (!destination.isNative()) {
      return writeThroughArray(value, destination, offset);
    }
    TypeEntry entry = payload.registry().rootEntry(value);
    long room = destination.byteSize() - offset;
    int mostBytes = mostBytes(entry, room);
    if (mostBytes == StagedSizes.NOT_STAGED) {
      return writeDirectly(value, entry, destination, offset, null);
    }
    GrowingArray scratch = arrays.acquire();
    try {
      Attempts attempts = scratch.begin(payload, entry);
      int staged = stage(value, entry, scratch, mostBytes, room, offset);
      if (staged == StagedSizes.NOT_STAGED) {
        return writeDirectly(value, entry, destination, offset, attempts);
      }
      MemorySegment.copy(scratch.array(), 0, destination, ValueLayout.JAVA_BYTE, offset, staged);
      return staged;
    } finally {
      arrays.release(scratch);
    }
  }

  /// Writes a payload to a direct buffer from its position on. A payload that goes through an array
  /// needs no segment for the buffer.
  ///
  /// @return its length
  int write(@Nullable Object value, ByteBuffer destination) {
    TypeEntry entry = payload.registry().rootEntry(value);
    int room = destination.remaining();
    int mostBytes = mostBytes(entry, room);
    if (mostBytes == StagedSizes.NOT_STAGED) {
      return (int) writeDirectly(value, entry, MemorySegment.ofBuffer(destination), 0, null);
    }
    GrowingArray scratch = arrays.acquire();
    try {
      Attempts attempts = scratch.begin(payload, entry);
      int staged = stage(value, entry, scratch, mostBytes, room, 0);
      if (staged == StagedSizes.NOT_STAGED) {
        MemorySegment segment = MemorySegment.ofBuffer(destination);
        return (int) writeDirectly(value, entry, segment, 0, attempts);
      }
      destination.put(destination.position(), scratch.array(), 0, staged);
      return staged;
    } finally {
      arrays.release(scratch);
    }
  }

  /// Writes a payload with contents out of band to a heap segment that is not a byte array.
  ///
  /// @param form makes of a content what the collector gets
  /// @param isForSegments whether contents without a segment stay in the payload
  /// @return the payload's length
  <C> long write(
      @Nullable Object value,
      MemorySegment destination,
      long offset,
      Function<Object, C> form,
      Consumer<? super C> collector,
      boolean isForSegments) {
    int leastBytes = payload.registry().options().outOfBandBytes();
    GrowingArray scratch = arrays.acquire();
    try {
      OutgoingContents contents = scratch.beginOutOfBand(payload);
      contents.begin(form, collector, isForSegments, leastBytes, true);
      long length = moveFrom(scratch, value, destination, offset);
      contents.deliver();
      return length;
    } finally {
      arrays.release(scratch);
    }
  }

  /// The length of the longest payload to go through an array; [StagedSizes#NOT_STAGED] if none
  /// does.
  private static int mostBytes(@Nullable TypeEntry entry, long room) {
    return entry == null
        ? StagedSizes.NOT_STAGED
        : (int) Math.min(room, entry.stagedSizes().written());
  }

  private long writeDirectly(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      MemorySegment destination,
      long offset,
      @Nullable Attempts attempts) {
    long limit = destination.byteSize();
    try {
      return payload.write(value, entry, destination, offset, limit, attempts) - offset;
    } catch (SerializationException e) {
      throw new Shortfall(payload, arrays).explained(e, value, limit - offset);
    }
  }

  /// Writes a payload to the beginning of an array.
  ///
  /// @param mostBytes the part of the array that may be used
  /// @param room the room in the destination
  /// @param offset the payload's offset in the destination, for errors
  /// @return its length, or [StagedSizes#NOT_STAGED] if it does not fit here, but may fit there
  private int stage(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      GrowingArray scratch,
      int mostBytes,
      long room,
      long offset) {
    try {
      return scratch.writeWithin(payload, value, entry, mostBytes);
    } catch (SerializationException e) {
      if (e.kind() == Kind.DESTINATION_TOO_SMALL && room > mostBytes && entry != null) {
        entry.stagedSizes().outgrow(mostBytes);
        return StagedSizes.NOT_STAGED;
      }
      throw new Shortfall(payload, arrays).explained(e.relativeTo(-offset), value, room);
    }
  }

  /// Writes a payload to a segment by way of an array, however long it is.
  private long writeThroughArray(@Nullable Object value, MemorySegment destination, long offset) {
    GrowingArray scratch = arrays.acquire();
    try {
      Attempts _ = scratch.begin(payload, payload.registry().rootEntry(value));
      return moveFrom(scratch, value, destination, offset);
    } finally {
      arrays.release(scratch);
    }
  }

  /// Writes a payload to an array, in a call that has begun, and copies it to its destination.
  private long moveFrom(
      GrowingArray scratch, @Nullable Object value, MemorySegment destination, long offset) {
    int length = written(scratch, value, offset);
    long room = destination.byteSize() - offset;
    if (length > room) {
      throw new SerializationException(
          Kind.DESTINATION_TOO_SMALL, Shortfall.message(length, room), offset);
    }
    MemorySegment.copy(scratch.array(), 0, destination, ValueLayout.JAVA_BYTE, offset, length);
    return length;
  }

  private int written(GrowingArray scratch, @Nullable Object value, long offset) {
    try {
      return scratch.writeBegun(payload, value);
    } catch (SerializationException e) {
      throw e.relativeTo(-offset);
    }
  }

  /// Reads a payload from a segment that is not a byte array. Where values may be slices of native
  /// memory, or contents are out of band, it is read directly.
  ///
  /// @param incoming the contents out of band, or null if the call has none
  @Nullable Object read(
      MemorySegment source, long offset, Class<?> type, @Nullable IncomingContents incoming) {
    if (!source.isNative()) {
      return readCopy(source, offset, type, incoming);
    }
    int length =
        incoming != null || payload.registry().options().slices()
            ? StagedSizes.NOT_STAGED
            : payload.stagedBytes(source, offset);
    return length == StagedSizes.NOT_STAGED
        ? payload.read(source, offset, source.byteSize(), type, true, incoming)
        : readStaged(source, offset, length, type);
  }

  private @Nullable Object readStaged(
      MemorySegment source, long offset, int length, Class<?> type) {
    GrowingArray scratch = arrays.acquire();
    try {
      byte[] array = scratch.ofAtLeast(length);
      MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, array, 0, length);
      return payload.read(array, 0, length, type, false, null);
    } catch (SerializationException e) {
      throw e.relativeTo(-offset);
    } finally {
      arrays.release(scratch);
    }
  }

  /// Reads a payload from an array of its own, which values may be slices of.
  private @Nullable Object readCopy(
      MemorySegment source, long offset, Class<?> type, @Nullable IncomingContents incoming) {
    byte[] copy = payload.copy(source, offset);
    try {
      return payload.read(copy, 0, copy.length, type, true, incoming);
    } catch (SerializationException e) {
      throw e.relativeTo(-offset);
    }
  }
}
