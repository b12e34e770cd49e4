// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.growing;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.Objects;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Writes payloads to buffers that the caller provides. The requested size is an estimate: the size
/// of recent payloads whose root had the same class. If a payload outgrows its buffer, the caller
/// provides a larger one. See [Growing] for the policy.
public final class GrowingBuffers {

  /// The first estimate for a class.
  private static final int FIRST_BYTES = 512;

  private GrowingBuffers() {}

  /// Writes a payload to the buffer that the function returns last, and moves its position.
  ///
  /// @return the payload's length
  public static int write(
      Writing writing, @Nullable Object value, IntFunction<ByteBuffer> buffers) {
    Objects.requireNonNull(buffers, "buffers");
    Growing growing = writing.growing();
    TypeEntry entry = growing.payload().registry().rootEntry(value);
    if (!growing.needsCall(entry)) {
      return write(writing, value, entry, buffers, null);
    }
    GrowingCall call = growing.acquire();
    try {
      call.begin(growing.payload(), entry);
      return write(writing, value, entry, buffers, call);
    } finally {
      growing.release(call);
    }
  }

  private static int write(
      Writing writing,
      @Nullable Object value,
      @Nullable TypeEntry entry,
      IntFunction<ByteBuffer> buffers,
      @Nullable GrowingCall call) {
    int asked = estimate(entry);
    while (true) {
      ByteBuffer buffer = buffers.apply(asked);
      requireWritable(buffer);
      int room = buffer.remaining();
      try {
        int length = attempt(writing, value, entry, buffer, call);
        buffer.position(buffer.position() + length);
        if (entry != null) {
          entry.sizes().took(length);
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
    int expected = Growing.expected(entry);
    return expected == 0 ? FIRST_BYTES : Math.min(expected, Growing.MAX_BYTES);
  }

  private static void requireWritable(@Nullable ByteBuffer buffer) {
    Objects.requireNonNull(buffer, "the function returned null instead of a buffer");
    if (buffer.isReadOnly()) {
      throw new ReadOnlyBufferException();
    }
  }

  private static int attempt(
      Writing writing,
      @Nullable Object value,
      @Nullable TypeEntry entry,
      ByteBuffer buffer,
      @Nullable GrowingCall call) {
    Growing growing = writing.growing();
    if (buffer.hasArray()) {
      return attemptInArray(growing.payload(), value, entry, buffer, call);
    }
    return call == null
        ? writing.writeNative(value, buffer)
        : (int) growing.attempt(value, entry, MemorySegment.ofBuffer(buffer), 0, call);
  }

  private static int attemptInArray(
      Payload payload,
      @Nullable Object value,
      @Nullable TypeEntry entry,
      ByteBuffer buffer,
      @Nullable GrowingCall call) {
    byte[] array = buffer.array();
    int start = buffer.arrayOffset() + buffer.position();
    int limit = start + buffer.remaining();
    try {
      int end =
          call == null
              ? payload.write(value, entry, array, start, limit, null)
              : call.write(payload, value, entry, array, start, limit);
      return end - start;
    } catch (SerializationException e) {
      throw Errors.relativeTo(e, start);
    }
  }

  /// The size of the next buffer.
  ///
  /// @param asked the requested size of the last buffer
  /// @param room its actual size
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
    if (room >= Growing.MAX_BYTES) {
      throw Errors.of(
          Kind.TOO_LARGE,
          "the payload takes more than the "
              + room
              + " bytes of the largest buffer; write it as"
              + " several payloads",
          cause);
    }
    return (int) Math.min((long) room * Growing.factor(room), Growing.MAX_BYTES);
  }
}
