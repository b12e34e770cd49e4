// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.payload.Attempts;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Writes payloads to buffers that the caller provides after their size has been estimated.
///
/// The estimate is what recent payloads took whose root had the same class, see [TypeEntry#fitted].
/// A payload that outgrows it is written again to a larger buffer; its hooks do not run again, see
/// [Attempts].
final class OnDemand {

  /// The first estimate for a class.
  private static final int FIRST_BYTES = 512;

  /// A buffer below this size is replaced by one four times as large, and else twice as large.
  private static final int SMALL_BYTES = 1 << 20;

  private final Payload payload;
  private final ArrayPool arrays;
  private final Staging staging;

  OnDemand(Payload payload, ArrayPool arrays) {
    this.payload = payload;
    this.arrays = arrays;
    this.staging = new Staging(payload, arrays);
  }

  /// Writes a payload to the buffer that the function returns last, and moves its position.
  ///
  /// @return the payload's length
  int write(@Nullable Object value, IntFunction<ByteBuffer> buffers) {
    Objects.requireNonNull(buffers, "buffers");
    TypeEntry entry = payload.registry().rootEntry(value);
    if (!payload.registry().mayRunHooks(entry)) {
      return write(value, entry, buffers, null);
    }
    GrowingArray state = arrays.acquire(); // which keeps the results of hooks
    try {
      return write(value, entry, buffers, state.begin(payload, entry));
    } finally {
      arrays.release(state);
    }
  }

  private int write(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      IntFunction<ByteBuffer> buffers,
      @Nullable Attempts attempts) {
    int asked = estimate(entry);
    while (true) {
      ByteBuffer buffer = buffers.apply(asked);
      requireWritable(buffer);
      int room = buffer.remaining();
      try {
        int length = attempt(value, entry, buffer, attempts);
        buffer.position(buffer.position() + length);
        if (entry != null) {
          entry.fitted(length);
        }
        return length;
      } catch (SerializationException e) {
        if (e.kind() != Kind.DESTINATION_TOO_SMALL) {
          throw e;
        }
        asked = more(asked, room, e);
      }
    }
  }

  private static int estimate(@Nullable TypeEntry entry) {
    int usual = entry == null ? 0 : entry.usualBytes();
    return usual == 0 ? FIRST_BYTES : Math.min(usual, GrowingArray.MAX_BYTES);
  }

  private static void requireWritable(@Nullable ByteBuffer buffer) {
    Objects.requireNonNull(buffer, "the function returned null instead of a buffer");
    if (buffer.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
  }

  private int attempt(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      ByteBuffer buffer,
      @Nullable Attempts attempts) {
    if (buffer.hasArray()) {
      int start = buffer.arrayOffset() + buffer.position();
      int limit = start + buffer.remaining();
      try {
        return payload.write(value, entry, buffer.array(), start, limit, attempts) - start;
      } catch (SerializationException e) {
        throw e.relativeTo(start);
      }
    }
    return attempts == null
        ? staging.write(value, buffer)
        : (int)
            payload.write(value, entry, MemorySegment.ofBuffer(buffer), 0, room(buffer), attempts);
  }

  private static long room(ByteBuffer buffer) {
    return buffer.remaining();
  }

  /// The size of the next buffer.
  ///
  /// @param asked the size that the last one was to have
  /// @param room the size that it had
  /// @throws SerializationException if the caller has no more room, or no buffer could be larger
  private static int more(int asked, int room, SerializationException cause) {
    if (room < asked) {
      throw Errors.retold(
          cause,
          "destination too small: the payload takes more than the "
              + room
              + " bytes of the buffer that was provided when "
              + asked
              + " bytes were asked for");
    }
    if (room >= GrowingArray.MAX_BYTES) {
      throw new SerializationException(
          Kind.TOO_LARGE,
          "the payload takes more than the "
              + room
              + " bytes of the largest buffer; write it as"
              + " several payloads",
          cause);
    }
    long next = (long) room * (room < SMALL_BYTES ? 4 : 2);
    return (int) Math.min(next, GrowingArray.MAX_BYTES);
  }
}
