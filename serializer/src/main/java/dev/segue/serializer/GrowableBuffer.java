// SPDX-License-Identifier: Apache-2.0
package dev.segue.serializer;

import dev.segue.serializer.SerializationException.Kind;
import dev.segue.serializer.exec.Attempts;
import dev.segue.serializer.exec.Payload;
import dev.segue.serializer.exec.TypeEntry;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Native memory that grows as payloads are appended to it, for when their size is not known.
///
/// {@snippet :
/// try (var buffer = GrowableBuffer.confined()) {
///   long offset = buffer.byteSize();
///   long length = serializer.write(order, buffer); // at the end of what is there
///   send(buffer.slice(offset, length));
/// }
/// }
///
/// **Ownership.** Whoever makes a buffer closes it; the memory is freed then, and when the buffer
/// grows, the smaller piece is. Segments taken from the buffer before are dead from that moment:
/// using one is an [IllegalStateException]. Offsets stay what they were, so keep those, and take
/// segments anew after each write.
///
/// **Growth.** At least by doubling, up to a maximum. A write that needs no growth allocates
/// nothing. One that does begins again in the larger memory, with what the hooks of objects
/// (`writeReplace`, `writeExternal`, codecs of one's own and the like) gave before: each runs once.
///
/// **Threads.** A [confined][#confined] buffer belongs to the thread that made it; another gets a
/// [WrongThreadException]. A [shared][#shared] one may be handed from thread to thread, but is for
/// one at a time: a write while another one has not ended is an [IllegalStateException]. It may be
/// closed by any thread, even in the middle of a write, which then ends in an
/// [IllegalStateException].
public final class GrowableBuffer implements AutoCloseable {

  /// How large a buffer is at first, unless told otherwise.
  public static final long DEFAULT_INITIAL_BYTES = 4096;

  /// How large a buffer may grow, unless told otherwise: 1 GiB.
  public static final long DEFAULT_MAX_BYTES = 1L << 30;

  private static final long ALIGNMENT = 64;

  /// Smaller buffers grow faster.
  private static final long SMALL_BYTES = 1 << 20;

  /// A buffer does not grow by more than this at once, whatever payload there was before.
  private static final long MOST_GROWTH = 64;

  private final Supplier<Arena> arenas;
  private final long maxBytes;
  private Arena arena;
  private MemorySegment memory;
  private long size;

  /// What a write has left for the next one.
  private @Nullable Attempts last;

  private final OneAtATime use = new OneAtATime("buffer");
  private volatile boolean closed;

  private GrowableBuffer(Supplier<Arena> arenas, long initialBytes, long maxBytes) {
    if (initialBytes <= 0 || initialBytes > maxBytes) {
      throw new IllegalArgumentException(
          "initialBytes=" + initialBytes + " must be in 1 to maxBytes=" + maxBytes);
    }
    this.arenas = arenas;
    this.maxBytes = maxBytes;
    this.arena = arenas.get();
    this.memory = allocate(arena, initialBytes);
  }

  /// Makes a buffer for this thread alone.
  ///
  /// @return an empty buffer, of the default sizes
  public static GrowableBuffer confined() {
    return confined(DEFAULT_INITIAL_BYTES, DEFAULT_MAX_BYTES);
  }

  /// Makes a buffer for this thread alone.
  ///
  /// @param initialBytes the capacity at first
  /// @param maxBytes the capacity at most
  /// @return an empty buffer
  /// @throws IllegalArgumentException if not 0 < initialBytes <= maxBytes
  /// @throws OutOfMemoryError if there is no such native memory
  public static GrowableBuffer confined(long initialBytes, long maxBytes) {
    return new GrowableBuffer(Arena::ofConfined, initialBytes, maxBytes);
  }

  /// Makes a buffer that threads may hand to one another.
  ///
  /// @return an empty buffer, of the default sizes
  public static GrowableBuffer shared() {
    return shared(DEFAULT_INITIAL_BYTES, DEFAULT_MAX_BYTES);
  }

  /// Makes a buffer that threads may hand to one another. Its growth and its end take some
  /// microseconds more than a confined one's, since the JVM asks every thread.
  ///
  /// @param initialBytes the capacity at first
  /// @param maxBytes the capacity at most
  /// @return an empty buffer
  /// @throws IllegalArgumentException if not 0 < initialBytes <= maxBytes
  /// @throws OutOfMemoryError if there is no such native memory
  public static GrowableBuffer shared(long initialBytes, long maxBytes) {
    return new GrowableBuffer(Arena::ofShared, initialBytes, maxBytes);
  }

  private static MemorySegment allocate(Arena arena, long bytes) {
    try {
      return arena.allocate(bytes, ALIGNMENT);
    } catch (Throwable e) {
      arena.close();
      throw e;
    }
  }

  /// How much has been written.
  ///
  /// @return bytes; where the next payload will begin
  public long byteSize() {
    return size;
  }

  /// How much fits before the buffer grows.
  ///
  /// @return bytes, those written included
  public long capacity() {
    return memory.byteSize();
  }

  /// How large the buffer may grow.
  ///
  /// @return bytes
  public long maxCapacity() {
    return maxBytes;
  }

  /// What has been written, in place.
  ///
  /// @return the first [#byteSize] bytes; usable until the buffer grows or is closed
  /// @throws IllegalStateException if the buffer is closed
  public MemorySegment segment() {
    requireOpen();
    return memory.asSlice(0, size);
  }

  /// A part of what has been written, in place.
  ///
  /// @param offsetBytes where it begins
  /// @param lengthBytes how long it is
  /// @return that part; usable until the buffer grows or is closed
  /// @throws IndexOutOfBoundsException if it is not within the first [#byteSize] bytes
  /// @throws IllegalStateException if the buffer is closed
  public MemorySegment slice(long offsetBytes, long lengthBytes) {
    requireOpen();
    Objects.checkFromIndexSize(offsetBytes, lengthBytes, size);
    return memory.asSlice(offsetBytes, lengthBytes);
  }

  /// Forgets what has been written; the memory is kept for what comes next. Segments taken before
  /// stay usable, but will show other bytes.
  ///
  /// @throws IllegalStateException if the buffer is closed
  public void clear() {
    truncate(0);
  }

  /// Forgets what has been written behind an offset.
  ///
  /// @param sizeBytes how much to keep
  /// @throws IndexOutOfBoundsException if that is more than is there
  /// @throws IllegalStateException if the buffer is closed
  public void truncate(long sizeBytes) {
    requireOpen();
    Objects.checkFromToIndex(0, sizeBytes, size);
    size = sizeBytes;
  }

  /// Frees the memory. Closing again does nothing.
  ///
  /// @throws WrongThreadException if the buffer is another thread's
  /// @throws IllegalStateException if a native call is using the memory at this moment; the buffer
  ///   is open still
  @Override
  public synchronized void close() {
    if (!closed) {
      arena.close();
      closed = true;
    }
  }

  @Override
  public String toString() {
    return "GrowableBuffer[size=%d, capacity=%d, max=%d%s]"
        .formatted(size, capacity(), maxBytes, closed ? ", closed" : "");
  }

  /// Appends a payload.
  ///
  /// @return how many bytes it takes
  long write(Payload payload, @Nullable Object value) {
    requireOpen();
    use.begin();
    try {
      return append(payload, value);
    } finally {
      use.end();
    }
  }

  private long append(Payload payload, @Nullable Object value) {
    TypeEntry entry = payload.registry().rootEntry(value);
    Attempts attempts = Attempts.begin(payload, entry, last);
    last = attempts == null ? last : attempts;
    try {
      boolean isFirst = true;
      while (true) {
        requireOpen();
        long begin = size;
        try {
          long end = payload.write(value, entry, memory, begin, memory.byteSize(), attempts);
          size = end;
          if (!isFirst && entry != null) {
            entry.tookBytes(end - begin);
          }
          return end - begin;
        } catch (SerializationException e) {
          if (e.kind() != Kind.DESTINATION_TOO_SMALL) {
            throw e;
          }
          grow(e, entry == null ? 0 : entry.expectedBytes());
          isFirst = false;
        }
      }
    } finally {
      Attempts.end(attempts);
    }
  }

  /// Enlarges the capacity: to twice as much (while it is small, four times), or to what payloads
  /// like this one took before. In turn with [#close], so that a buffer closed meanwhile gets no
  /// memory that nobody would free.
  ///
  /// @param cause what did not fit
  /// @param expectedBytes how much the payload may take, or zero
  private synchronized void grow(SerializationException cause, long expectedBytes) {
    requireOpen();
    long capacity = memory.byteSize();
    if (capacity == maxBytes) {
      throw new SerializationException(
          Kind.DESTINATION_TOO_SMALL,
          "the buffer holds "
              + size
              + " bytes and may not grow beyond maxBytes="
              + maxBytes
              + ": "
              + cause.getMessage(),
          cause);
    }
    Arena next = arenas.get();
    long some = (capacity < SMALL_BYTES ? 4 : 2) * capacity;
    long expected = Math.min(size + expectedBytes, MOST_GROWTH * capacity);
    MemorySegment larger = allocate(next, Math.min(Math.max(some, expected), maxBytes));
    try {
      MemorySegment.copy(memory, 0, larger, 0, size);
      arena.close();
    } catch (Throwable e) {
      next.close();
      throw e;
    }
    arena = next;
    memory = larger;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the buffer is closed");
    }
  }
}
