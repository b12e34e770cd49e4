// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer.internal.growing;

import dev.segue.serializer.SerializationException;
import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.internal.call.Pool;
import dev.segue.serializer.internal.error.Errors;
import dev.segue.serializer.internal.payload.Payload;
import dev.segue.serializer.internal.registry.BulkContents;
import dev.segue.serializer.internal.registry.GrowingSizes;
import dev.segue.serializer.internal.registry.TypeEntry;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The policy for payloads whose length is not known before they are written.
///
/// **Growing.** A payload that does not fit is written again from its start, to larger memory.
/// Codecs keep the memory and the position in registers, which would be impossible if the memory
/// could change while an object is written. There are three loops, one for each kind of memory that
/// grows: an array here, the memory of a `GrowableBuffer` in [#append], and buffers that the caller
/// provides, in [GrowingBuffers].
///
/// **Sizes** are remembered for the class of the root, in [GrowingSizes]: memory that has to grow
/// gets the size of recent payloads, up to [#MOST_GROWTH] times its current size. Arrays are
/// reused, so most payloads need one attempt ([GrowingArray]).
///
/// **Hooks** run once for each write, regardless of the number of attempts: [GrowingCall] keeps
/// their results for the next attempt.
///
/// **Staging.** Strings and small arrays take a fraction of the time in an array that they take in
/// native memory. Payloads of a few hundred bytes, and larger payloads that consist only of strings
/// and small arrays, are written to a pooled array and copied once. Objects that hold only numbers
/// benefit until all code is compiled, and are written directly after that. Large contents would be
/// copied twice, see [BulkContents]. [GrowingSizes] decides; a payload that outgrows its array is
/// written again, directly. Heap memory of another kind always takes an array: codecs cannot access
/// it.
///
/// Thread-safe.
public final class Growing {

  /// The maximum length of an array.
  public static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  /// The maximum factor by which memory grows at once, whatever the size of earlier payloads.
  private static final long MOST_GROWTH = 64;

  private static final int SMALL_ARRAY = 1 << 18;
  private static final int LARGE_ARRAY = 1 << 24;
  private static final int SMALL_MEMORY = 1 << 20;

  private static final String REMEDY =
      "write it as several payloads, or pass large arrays out of band (outOfBandThreshold)";

  private final Payload payload;
  private final Pool<GrowingCall> calls;

  public Growing(Payload payload) {
    this(payload, new Pool<>());
  }

  private Growing(Payload payload, Pool<GrowingCall> calls) {
    this.payload = payload;
    this.calls = calls;
  }

  /// Returns the policy for payloads of the same classes in another format.
  public Growing of(Payload other) {
    return new Growing(other, calls);
  }

  Payload payload() {
    return payload;
  }

  /// Acquires the state of a call; [#release] returns it.
  GrowingCall acquire() {
    GrowingCall call = calls.take();
    return call == null ? GrowingCall.create() : call;
  }

  void release(GrowingCall call) {
    try {
      call.end();
    } catch (Throwable failure) {
      calls.discard(call);
      throw failure;
    }
    calls.giveBack(call);
  }

  /// Writes a payload to a new array.
  public byte[] toBytes(@Nullable Object value) {
    GrowingCall call = acquire();
    try {
      int length = write(value, call);
      return Arrays.copyOf(call.array(), length);
    } finally {
      release(call);
    }
  }

  /// Measures a payload by writing it to a pooled array.
  public long measure(@Nullable Object value) {
    GrowingCall call = acquire();
    try {
      return write(value, call);
    } finally {
      release(call);
    }
  }

  /// Writes a payload to a pooled array, and reads it back.
  public @Nullable Object copy(@Nullable Object value) {
    GrowingCall call = acquire();
    try {
      int length = write(value, call);
      return payload.read(call.array(), 0, length, Object.class, false, null);
    } finally {
      release(call);
    }
  }

  /// Writes a payload of any length to the beginning of an array.
  ///
  /// @return its length
  int write(@Nullable Object value, GrowingCall call) {
    return write(value, call, MAX_BYTES, REMEDY);
  }

  /// Writes a payload to the beginning of an array.
  ///
  /// @param remedy the advice in the error about a payload that is too long
  /// @return its length
  public int write(@Nullable Object value, GrowingCall call, int maxBytes, String remedy) {
    TypeEntry entry = payload.registry().rootEntry(value);
    call.begin(payload, entry);
    return writeBegun(value, entry, call, maxBytes, remedy);
  }

  /// Writes a payload to the beginning of an array, in a call that writes out of band.
  ///
  /// @return its length
  int writeBegun(@Nullable Object value, GrowingCall call) {
    return writeBegun(value, payload.registry().rootEntry(value), call, MAX_BYTES, REMEDY);
  }

  private int writeBegun(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      GrowingCall call,
      int maxBytes,
      String remedy) {
    try {
      return fit(value, entry, call, maxBytes);
    } catch (SerializationException e) {
      if (e.kind() != Kind.DESTINATION_TOO_SMALL) {
        throw e;
      }
      throw Errors.of(
          maxBytes == MAX_BYTES ? Kind.TOO_LARGE : Kind.LIMIT_EXCEEDED,
          "the payload takes more than the allowed " + maxBytes + " bytes; " + remedy,
          e);
    }
  }

  /// Writes a payload to the beginning of an array, in as many attempts as necessary. A payload
  /// that takes more than the maximum fails with [Kind#DESTINATION_TOO_SMALL].
  private int fit(
      @Nullable Object value, @Nullable TypeEntry entry, GrowingCall call, int maxBytes) {
    byte[] array = call.largest(maxBytes);
    boolean isFirst = true;
    while (true) {
      int limit = Math.min(array.length, maxBytes);
      try {
        int length = call.write(payload, value, entry, array, 0, limit);
        call.uses(length);
        if (!isFirst && entry != null) {
          entry.sizes().took(length);
        }
        return length;
      } catch (SerializationException e) {
        if (e.kind() != Kind.DESTINATION_TOO_SMALL || limit == maxBytes) {
          throw e;
        }
        int factor = limit < SMALL_ARRAY ? 8 : limit < LARGE_ARRAY ? 4 : 2;
        array = call.replace((int) larger(limit, factor, entry, maxBytes));
        isFirst = false;
      }
    }
  }

  /// Appends a payload to native memory, in as many attempts as necessary.
  ///
  /// @return its length
  public long append(@Nullable Object value, GrowingMemory memory) {
    TypeEntry entry = payload.registry().rootEntry(value);
    if (!isRepeated(entry)) {
      return append(value, entry, memory, null);
    }
    GrowingCall call = acquire();
    try {
      call.begin(payload, entry);
      return append(value, entry, memory, call);
    } finally {
      release(call);
    }
  }

  private long append(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      GrowingMemory memory,
      @Nullable GrowingCall call) {
    boolean isFirst = true;
    while (true) {
      MemorySegment segment = memory.whole();
      long begin = memory.byteSize();
      try {
        long end = direct(value, entry, segment, begin, call);
        memory.append(end);
        if (!isFirst && entry != null) {
          entry.sizes().took(end - begin);
        }
        return end - begin;
      } catch (SerializationException e) {
        if (e.kind() != Kind.DESTINATION_TOO_SMALL) {
          throw e;
        }
        long capacity = segment.byteSize();
        memory.grow(larger(capacity, factor(capacity), begin, entry, memory.maxBytes()), e);
        isFirst = false;
      }
    }
  }

  /// The growth of the caller's memory if there is no estimate.
  static int factor(long bytes) {
    return bytes < SMALL_MEMORY ? 4 : 2;
  }

  private static long larger(int bytes, int factor, @Nullable TypeEntry entry, int maxBytes) {
    int expected = entry == null ? 0 : entry.sizes().expected();
    long next = expected > bytes ? Math.min(expected, MOST_GROWTH * bytes) : (long) bytes * factor;
    return Math.min(next, maxBytes);
  }

  /// @param used the number of bytes that earlier payloads take
  private static long larger(
      long bytes, int factor, long used, @Nullable TypeEntry entry, long maxBytes) {
    long expected = entry == null ? 0 : used + entry.sizes().expected();
    return Math.min(Math.max(bytes * factor, Math.min(expected, MOST_GROWTH * bytes)), maxBytes);
  }

  /// Whether a payload that is written again needs the state of a call.
  boolean isRepeated(@Nullable TypeEntry entry) {
    return payload.registry().mayRunHooks(entry) || payload.registry().hasRules();
  }

  /// Writes a payload to a native segment.
  ///
  /// @return its length
  long write(@Nullable Object value, MemorySegment destination, long offset) {
    TypeEntry entry = payload.registry().rootEntry(value);
    long room = destination.byteSize() - offset;
    int mostBytes = staged(entry, room);
    if (mostBytes == GrowingSizes.NOT_STAGED) {
      return direct(value, entry, destination, offset, null) - offset;
    }
    GrowingCall call = acquire();
    try {
      call.begin(payload, entry);
      int length = stage(value, entry, call, mostBytes, room, offset);
      if (length == GrowingSizes.NOT_STAGED) {
        return direct(value, entry, destination, offset, call) - offset;
      }
      MemorySegment.copy(call.array(), 0, destination, ValueLayout.JAVA_BYTE, offset, length);
      return length;
    } finally {
      release(call);
    }
  }

  /// Writes a payload to a direct buffer, starting at its position. A payload that goes through an
  /// array needs no segment for the buffer.
  ///
  /// @return its length
  int write(@Nullable Object value, ByteBuffer destination) {
    TypeEntry entry = payload.registry().rootEntry(value);
    int room = destination.remaining();
    int mostBytes = staged(entry, room);
    if (mostBytes == GrowingSizes.NOT_STAGED) {
      return (int) direct(value, entry, MemorySegment.ofBuffer(destination), 0, null);
    }
    GrowingCall call = acquire();
    try {
      call.begin(payload, entry);
      int length = stage(value, entry, call, mostBytes, room, 0);
      if (length == GrowingSizes.NOT_STAGED) {
        return (int) direct(value, entry, MemorySegment.ofBuffer(destination), 0, call);
      }
      destination.put(destination.position(), call.array(), 0, length);
      return length;
    } finally {
      release(call);
    }
  }

  /// The length of the longest payload that goes through an array; [GrowingSizes#NOT_STAGED] if
  /// none does.
  private static int staged(@Nullable TypeEntry entry, long room) {
    return entry == null ? GrowingSizes.NOT_STAGED : (int) Math.min(room, entry.sizes().staged());
  }

  /// Writes a payload to the beginning of an array.
  ///
  /// @param mostBytes the number of bytes of the array that may be used
  /// @param room the room in the destination
  /// @param offset the payload's offset in the destination, for errors
  /// @return its length, or [GrowingSizes#NOT_STAGED] if it does not fit into the array, but may
  ///   fit into the destination
  private int stage(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      GrowingCall call,
      int mostBytes,
      long room,
      long offset) {
    try {
      return fit(value, entry, call, mostBytes);
    } catch (SerializationException e) {
      if (e.kind() == Kind.DESTINATION_TOO_SMALL && room > mostBytes && entry != null) {
        entry.sizes().outgrow(mostBytes);
        return GrowingSizes.NOT_STAGED;
      }
      throw Errors.relativeTo(e, -offset);
    }
  }

  /// Makes one attempt to write a payload to a segment.
  ///
  /// @param call the state of a call that makes several attempts; otherwise null
  /// @return the offset after its end
  long direct(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      MemorySegment segment,
      long offset,
      @Nullable GrowingCall call) {
    long limit = segment.byteSize();
    return call == null
        ? payload.write(value, entry, segment, offset, limit, null)
        : call.write(payload, value, entry, segment, offset, limit);
  }

  /// Makes one attempt to write a payload to an array.
  ///
  /// @param call the state of a call that makes several attempts; otherwise null
  /// @return the index after its end
  int direct(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      byte[] array,
      int position,
      int limit,
      @Nullable GrowingCall call) {
    return call == null
        ? payload.write(value, entry, array, position, limit, null)
        : call.write(payload, value, entry, array, position, limit);
  }
}
