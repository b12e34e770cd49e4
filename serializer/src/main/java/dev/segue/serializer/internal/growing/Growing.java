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
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The policy for payloads whose length is not known before they are written.
///
/// **Growing.** A payload that does not fit is written again from its start, to larger memory.
/// Codecs keep the memory and the position in registers, which would be impossible if the memory
/// could change while an object is written. Each kind of memory has its loop of attempts: arrays
/// here, native memory in [GrowingMemory], buffers of the caller in [GrowingBuffers].
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

  static final String REMEDY =
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

  public Payload payload() {
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
      int length = write(value, call, MAX_BYTES, REMEDY);
      return Arrays.copyOf(call.array(), length);
    } finally {
      release(call);
    }
  }

  /// Measures a payload by writing it to a pooled array.
  public long measure(@Nullable Object value) {
    GrowingCall call = acquire();
    try {
      return write(value, call, MAX_BYTES, REMEDY);
    } finally {
      release(call);
    }
  }

  /// Writes a payload to a pooled array, and reads it back.
  public @Nullable Object copy(@Nullable Object value) {
    GrowingCall call = acquire();
    try {
      int length = write(value, call, MAX_BYTES, REMEDY);
      return payload.read(call.array(), 0, length, Object.class, false, null);
    } finally {
      release(call);
    }
  }

  /// Writes a payload to the beginning of an array.
  ///
  /// @param remedy the advice in the error about a payload that is too long
  /// @return its length
  public int write(@Nullable Object value, GrowingCall call, int maxBytes, String remedy) {
    TypeEntry entry = payload.registry().rootEntry(value);
    call.begin(payload, entry);
    return write(value, entry, call, maxBytes, remedy);
  }

  /// Writes a payload to the beginning of an array, in as many attempts as necessary.
  ///
  /// @param call the state of the call, which has begun
  /// @param remedy the advice in the error about a payload that is too long; null if that error
  ///   remains [Kind#DESTINATION_TOO_SMALL], for a caller that has more room elsewhere
  /// @return its length
  int write(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      GrowingCall call,
      int maxBytes,
      @Nullable String remedy) {
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
        if (e.kind() != Kind.DESTINATION_TOO_SMALL) {
          throw e;
        }
        if (limit == maxBytes) {
          throw remedy == null ? e : tooLong(e, maxBytes, remedy);
        }
        array = call.replace(longer(limit, entry, maxBytes));
        isFirst = false;
      }
    }
  }

  private static SerializationException tooLong(
      SerializationException cause, int maxBytes, String remedy) {
    return Errors.of(
        maxBytes == MAX_BYTES ? Kind.TOO_LARGE : Kind.LIMIT_EXCEEDED,
        "the payload takes more than the allowed " + maxBytes + " bytes; " + remedy,
        cause);
  }

  /// The length of the next array: of recent payloads, or a multiple of the current length.
  private static int longer(int bytes, @Nullable TypeEntry entry, int maxBytes) {
    int expected = expected(entry);
    int factor = bytes < SMALL_ARRAY ? 8 : bytes < LARGE_ARRAY ? 4 : 2;
    long next = expected > bytes ? Math.min(expected, MOST_GROWTH * bytes) : (long) bytes * factor;
    return (int) Math.min(next, maxBytes);
  }

  /// The next size of native memory: at least a multiple of the current one.
  ///
  /// @param used the number of bytes that earlier payloads take
  static long larger(long bytes, long used, @Nullable TypeEntry entry, long maxBytes) {
    long expected = Math.min(used + expected(entry), MOST_GROWTH * bytes);
    return Math.min(Math.max(bytes * factor(bytes), expected), maxBytes);
  }

  /// The growth of memory that is not an array if there is no estimate.
  static int factor(long bytes) {
    return bytes < SMALL_MEMORY ? 4 : 2;
  }

  /// The size of recent payloads with a root of the same class; zero if it is not known.
  static int expected(@Nullable TypeEntry entry) {
    return entry == null ? 0 : entry.sizes().expected();
  }

  /// Whether several attempts need the state of a call; if so, [GrowingCall#begin] begins it.
  boolean needsCall(@Nullable TypeEntry entry) {
    return payload.registry().mayRunHooks(entry) || payload.registry().hasRules();
  }

  /// Makes one attempt to write a payload to a segment.
  ///
  /// @param call the state of the call, if it [needs one][#needsCall]; otherwise null
  /// @return the offset after its end
  long attempt(
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

  /// The length of the longest payload that goes through an array; [GrowingSizes#NOT_STAGED] if
  /// none does.
  ///
  /// @param room the room in the destination
  static int staged(@Nullable TypeEntry entry, long room) {
    return entry == null ? GrowingSizes.NOT_STAGED : (int) Math.min(room, entry.sizes().staged());
  }

  /// Writes a payload that goes through an array to the beginning of the array.
  ///
  /// @param mostBytes the result of [#staged]
  /// @param room the room in the destination
  /// @param offset the payload's offset in the destination, for errors
  /// @return its length, or [GrowingSizes#NOT_STAGED] if it does not fit into the array, but may
  ///   fit into the destination
  int stage(
      @Nullable Object value,
      @Nullable TypeEntry entry,
      GrowingCall call,
      int mostBytes,
      long room,
      long offset) {
    try {
      return write(value, entry, call, mostBytes, null);
    } catch (SerializationException e) {
      if (e.kind() == Kind.DESTINATION_TOO_SMALL && room > mostBytes && entry != null) {
        entry.sizes().outgrow(mostBytes);
        return GrowingSizes.NOT_STAGED;
      }
      throw Errors.relativeTo(e, -offset);
    }
  }
}
