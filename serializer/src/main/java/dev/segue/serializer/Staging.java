// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.exec.BulkContents;
import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.exec.StagedSizes;
import dev.segue.serializer.exec.TypeEntry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Payloads on their way to native memory and from there: by way of an array, with one copy, where
/// that is worth it, and directly otherwise.
///
/// Strings and small arrays are written to an array, and read from one, at a fraction of what each
/// of them takes in a segment; that is worth the copy of a payload of a few hundred bytes, and of a
/// larger one that is made of such parts alone. Objects that are all numbers gain nothing once all
/// is compiled, but much until then. Large arrays would be copied twice, see [BulkContents].
final class Staging {

  private static final Copy<MemorySegment> TO_SEGMENT =
      (segment, offset, array, length) ->
          MemorySegment.copy(array, 0, segment, ValueLayout.JAVA_BYTE, offset, length);

  private static final Copy<ByteBuffer> TO_BUFFER =
      (buffer, offset, array, length) ->
          buffer.put(buffer.position() + (int) offset, array, 0, length);

  private final Payload payload;
  private final ArrayPool arrays;

  Staging(Payload payload, ArrayPool arrays) {
    this.payload = payload;
    this.arrays = arrays;
  }

  /// Writes a payload to native memory.
  ///
  /// @return its length
  long write(@Nullable Object value, MemorySegment destination, long offsetBytes) {
    TypeEntry entry = payload.registry().rootEntry(value);
    long limit = destination.byteSize();
    int staged = stage(value, entry, destination, offsetBytes, limit - offsetBytes, TO_SEGMENT);
    return staged != StagedSizes.NOT_STAGED
        ? staged
        : payload.write(value, entry, destination, offsetBytes, limit) - offsetBytes;
  }

  /// Writes a payload to where a buffer in native memory is, without a segment of it where it goes
  /// by way of an array.
  ///
  /// @return its length
  int write(@Nullable Object value, ByteBuffer destination) {
    TypeEntry entry = payload.registry().rootEntry(value);
    int room = destination.remaining();
    int staged = stage(value, entry, destination, 0, room, TO_BUFFER);
    return staged != StagedSizes.NOT_STAGED
        ? staged
        : (int) payload.write(value, entry, MemorySegment.ofBuffer(destination), 0, room);
  }

  /// @return how many bytes were written, or [StagedSizes#NOT_STAGED]
  private <D> int stage(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      D destination,
      long offsetBytes,
      long room,
      Copy<D> copy) {
    if (entry == null) {
      return StagedSizes.NOT_STAGED;
    }
    StagedSizes sizes = entry.stagedSizes();
    int mostBytes = sizes.written();
    if (mostBytes == 0) {
      return StagedSizes.NOT_STAGED;
    }
    GrowingArray scratch = arrays.acquire();
    try {
      int length = scratch.writeWithin(payload, value, entry, (int) Math.min(room, mostBytes));
      copy.to(destination, offsetBytes, scratch.array(), length);
      return length;
    } catch (SerializationException e) {
      if (e.kind() == Kind.DESTINATION_TOO_SMALL && room > mostBytes) {
        sizes.outgrow(mostBytes);
        return StagedSizes.NOT_STAGED;
      }
      throw e.relativeTo(-offsetBytes);
    } finally {
      arrays.release(scratch);
    }
  }

  /// Reads a payload from native memory: directly, too, where parts of it may be slices of that.
  @Nullable Object read(MemorySegment source, long offsetBytes, Class<?> type) {
    int length =
        payload.registry().options().slices()
            ? StagedSizes.NOT_STAGED
            : payload.stagedBytes(source, offsetBytes);
    return length == StagedSizes.NOT_STAGED
        ? payload.readLasting(source, offsetBytes, source.byteSize(), type)
        : readStaged(source, offsetBytes, length, type);
  }

  private @Nullable Object readStaged(
      MemorySegment source, long offsetBytes, int length, Class<?> type) {
    GrowingArray scratch = arrays.acquire();
    try {
      byte[] array = scratch.ofAtLeast(length);
      MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offsetBytes, array, 0, length);
      return payload.read(array, 0, length, type);
    } catch (SerializationException e) {
      throw e.relativeTo(-offsetBytes);
    } finally {
      arrays.release(scratch);
    }
  }

  /// Brings the beginning of an array to a destination.
  private interface Copy<D> {

    void to(D destination, long offsetBytes, byte[] array, int length);
  }
}
