// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.growing;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.internal.call.IncomingContents;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.GrowingSizes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/// Reads payloads from memory that is not a byte array. A payload goes through a pooled array if
/// [GrowingSizes] recommends it for its length, see [Growing].
public final class StagedReading {

  private StagedReading() {}

  /// Reads a payload. It is read directly if values may be slices of native memory, or contents are
  /// out of band.
  ///
  /// @param incoming the contents out of band, or null if the call has none
  public static @Nullable Object read(
      Growing growing,
      MemorySegment source,
      long offset,
      Class<?> type,
      @Nullable IncomingContents incoming) {
    Payload payload = growing.payload();
    if (!source.isNative()) {
      return readCopy(payload, source, offset, type, incoming);
    }
    int length =
        incoming != null || payload.registry().options().slices()
            ? GrowingSizes.NOT_STAGED
            : payload.stagedBytes(source, offset);
    return length == GrowingSizes.NOT_STAGED
        ? payload.read(source, offset, source.byteSize(), type, true, incoming)
        : readStaged(growing, source, offset, length, type);
  }

  private static @Nullable Object readStaged(
      Growing growing, MemorySegment source, long offset, int length, Class<?> type) {
    GrowingCall scratch = growing.acquire();
    try {
      byte[] array = scratch.ofAtLeast(length);
      MemorySegment.copy(source, ValueLayout.JAVA_BYTE, offset, array, 0, length);
      return growing.payload().read(array, 0, length, type, false, null);
    } catch (SerializationException e) {
      throw Errors.relativeTo(e, -offset);
    } finally {
      growing.release(scratch);
    }
  }

  /// Reads a payload from a new array, so that values may be slices of it.
  private static @Nullable Object readCopy(
      Payload payload,
      MemorySegment source,
      long offset,
      Class<?> type,
      @Nullable IncomingContents incoming) {
    byte[] copy = payload.copy(source, offset);
    try {
      return payload.read(copy, 0, copy.length, type, true, incoming);
    } catch (SerializationException e) {
      throw Errors.relativeTo(e, -offset);
    }
  }
}
