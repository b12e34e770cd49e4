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

/// Payloads on their way to native memory and from there: by way of an array, with one copy.
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
  /// @return its length, or [StagedSizes#NOT_STAGED]
  int write(@Nullable Object value, MemorySegment destination, long offsetBytes) {
    long room = destination.byteSize() - offsetBytes;
    return write(value, destination, offsetBytes, room, TO_SEGMENT);
  }

  /// Writes a payload to where a buffer is, without a segment of it.
  ///
  /// @return its length, or [StagedSizes#NOT_STAGED]
  int write(@Nullable Object value, ByteBuffer destination) {
    return write(value, destination, 0, destination.remaining(), TO_BUFFER);
  }

  private <D> int write(
      @Nullable Object value, D destination, long offsetBytes, long room, Copy<D> copy) {
    if (value == null) {
      return StagedSizes.NOT_STAGED;
    }
    TypeEntry entry = payload.registry().entryOf(value);
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

  /// How many bytes a payload in native memory takes that is read by way of an array, or
  /// [StagedSizes#NOT_STAGED]: never where parts of it may be slices of that memory.
  int readBytes(MemorySegment source, long offsetBytes) {
    return payload.registry().options().slices()
        ? StagedSizes.NOT_STAGED
        : payload.stagedBytes(source, offsetBytes);
  }

  /// Reads a payload from native memory.
  ///
  /// @param length what [#readBytes] said
  @Nullable Object read(MemorySegment source, long offsetBytes, int length, Class<?> type) {
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
