// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.exec.BulkContents;
import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.exec.StagedSizes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Payloads on their way to native memory and from there: by way of an array, with one copy.
///
/// Strings and small arrays are written to an array, and read from one, at a fraction of what each
/// of them takes in a segment; that is worth the copy of a payload of a few hundred bytes, and of a
/// larger one that is made of such parts alone. Objects that are all numbers are faster at best
/// when they are written directly, and many times slower where the JIT does not see through slices.
/// Large arrays would be copied twice, see [BulkContents].
final class Staging {

  /// Says that a payload is not for here.
  static final int NOT_STAGED = -1;

  private final Payload payload;
  private final ArrayPool arrays;

  Staging(Payload payload, ArrayPool arrays) {
    this.payload = payload;
    this.arrays = arrays;
  }

  /// Writes a payload to native memory.
  ///
  /// @return its length, or [#NOT_STAGED]
  int write(@Nullable Object value, MemorySegment destination, long offsetBytes) {
    if (value == null) {
      return NOT_STAGED;
    }
    StagedSizes sizes = payload.registry().entryOf(value).stagedSizes();
    int mostBytes = sizes.written();
    if (mostBytes == 0) {
      return NOT_STAGED;
    }
    long room = destination.byteSize() - offsetBytes;
    GrowingArray scratch = arrays.acquire();
    try {
      int length = scratch.writeWithin(payload, value, (int) Math.min(room, mostBytes));
      MemorySegment.copy(
          scratch.array(), 0, destination, ValueLayout.JAVA_BYTE, offsetBytes, length);
      return length;
    } catch (SerializationException e) {
      if (e.kind() == Kind.DESTINATION_TOO_SMALL && room > mostBytes) {
        sizes.outgrow(mostBytes);
        return NOT_STAGED;
      }
      throw e.relativeTo(-offsetBytes);
    } finally {
      arrays.release(scratch);
    }
  }

  /// Whether a payload in native memory is read by way of an array: never where parts of it may be
  /// slices of that memory.
  boolean isStaged(MemorySegment source, long offsetBytes) {
    return !payload.registry().options().slices() && payload.isStaged(source, offsetBytes);
  }

  /// Reads a payload from native memory.
  ///
  /// @param offsetBytes where one begins that [#isStaged]
  @Nullable Object read(MemorySegment source, long offsetBytes, Class<?> type) {
    long length = payload.byteSize(source, offsetBytes);
    if (length > Math.min(source.byteSize() - offsetBytes, StagedSizes.MOST_BYTES)) {
      throw new SerializationException(
          Kind.MALFORMED_INPUT, "the payload is changed while it is read", offsetBytes);
    }
    GrowingArray scratch = arrays.acquire();
    try {
      byte[] array = scratch.ofAtLeast((int) length);
      MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offsetBytes, array, 0, (int) length);
      return payload.read(array, 0, (int) length, type);
    } catch (SerializationException e) {
      throw e.relativeTo(-offsetBytes);
    } finally {
      arrays.release(scratch);
    }
  }
}
